/** One of the functions that a configured MCP server offers, as the server lists them now. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useToolFunctions } from "@/api/tools";
import { useErrorText } from "@/components/use-error-text";

type Props = {
  id: string;
  toolId: string;
  /** The function's own id, or nothing yet. */
  value: string;
  readOnly: boolean;
  onChange: (functionId: string) => void;
  /** Functions that are there already. */
  taken?: readonly string[];
};

export function FunctionSelect({ id, toolId, value, readOnly, onChange, taken = [] }: Props) {
  const { t } = useTranslation("schema-form");
  const errorText = useErrorText();
  const query = useToolFunctions(toolId);
  const listed = (query.data ?? [])
    .filter((one) => one.chosen && !taken.includes(one.tool_id))
    .map(({ tool_id, title }) => ({ value: tool_id, label: title }));
  const isListed = value === "" || listed.some((choice) => choice.value === value);
  return (
    <Select
      id={id}
      aria-label={t("functions.one")}
      placeholder={t("functions.one")}
      size="xs"
      mt={4}
      searchable
      allowDeselect={false}
      disabled={readOnly || query.isPending}
      data={isListed ? listed : [...listed, { value, label: value }]}
      error={query.isError ? errorText(query.error).text : undefined}
      value={value === "" ? null : value}
      onChange={(next) => onChange(next ?? "")}
    />
  );
}
