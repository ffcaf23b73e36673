/** One of the tools that code can be granted: a GET request, a built-in tool, a configured one, or a function of one. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { functionIdOf, toolIdOf } from "@/api/function-id";
import { useToolConfigs, useToolTypes } from "@/api/tools";
import { useLocalText } from "@/i18n/local-text";
import { useLostGrant } from "../use-code-findings";
import { useFunctionTools } from "../use-function-tools";
import { FunctionSelect } from "./function-select";

type Props = {
  id: string;
  label: string;
  value: string;
  readOnly: boolean;
  onChange: (toolId: string) => void;
};

const HTTP_GET = "http_get";

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
    ...configs.map(({ tool_id, name }) => ({ value: tool_id, label: name })),
  ];
  const configId = functionIdOf(value)?.configId;
  const chosen = configId ? toolIdOf(configId) : value;
  const isKnown = chosen === "" || choices.some((choice) => choice.value === chosen);
  const lost = useLostGrant(value, !readOnly);
  const server = useFunctionTools().find(({ tool_id }) => tool_id === chosen);
  return (
    <>
      <Select
        id={id}
        aria-label={label}
        placeholder={label}
        size="xs"
        searchable
        allowDeselect={false}
        disabled={readOnly}
        error={lost && local(lost)}
        data={isKnown ? choices : [...choices, { value: chosen, label: value }]}
        value={chosen === "" ? null : chosen}
        onChange={(next) => onChange(next ?? "")}
      />
      {server && (
        <FunctionSelect
          id={`${id}-function`}
          toolId={server.id}
          value={configId ? value : ""}
          readOnly={readOnly}
          onChange={onChange}
        />
      )}
    </>
  );
}
