/** One of the tools that code can be granted: a GET request, a built-in tool, or a configured one. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useToolConfigs, useToolTypes } from "@/api/queries";
import { useLocalText } from "@/i18n/local-text";

type Props = {
  id: string;
  label: string;
  value: string;
  readOnly: boolean;
  onChange: (toolId: string) => void;
};

const HTTP_GET = "http_get";
/** A server is many functions; one of them is granted by its own id. */
const MANY_FUNCTIONS = "mcp-server";

export function ToolSelect({ id, label, value, readOnly, onChange }: Props) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const configs = useToolConfigs().data ?? [];
  const types = useToolTypes().data ?? [];
  const choices = [
    { value: HTTP_GET, label: t("httpGet") },
    ...types
      .filter(({ kind }) => kind === "builtin")
      .map(({ type, title }) => ({ value: type, label: local(title) })),
    ...configs
      .filter(({ type }) => type !== MANY_FUNCTIONS)
      .map(({ tool_id, name }) => ({ value: tool_id, label: name })),
  ];
  const isKnown = value === "" || choices.some((choice) => choice.value === value);
  return (
    <Select
      id={id}
      aria-label={label}
      placeholder={label}
      size="xs"
      searchable
      allowDeselect={false}
      disabled={readOnly}
      data={isKnown ? choices : [...choices, { value, label: value }]}
      value={value === "" ? null : value}
      onChange={(next) => onChange(next ?? "")}
    />
  );
}
