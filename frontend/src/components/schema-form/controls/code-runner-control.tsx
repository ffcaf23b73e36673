/** Runs code in the sandbox, or in a configured code runner. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSharedName } from "@/api/sharing";
import { useToolConfigs } from "@/api/tools";
import { type ControlProps, inputProps } from "../control";

const TOOL_TYPE = "code-runner";

export function CodeRunnerControl({ value, onChange, ...props }: ControlProps<string>) {
  const { t } = useTranslation("schema-form");
  const sharedName = useSharedName();
  const stored = useToolConfigs().data;
  const options = (stored ?? [])
    .filter(({ type }) => type === TOOL_TYPE)
    .map(({ id, name }) => ({ value: id, label: name }));
  if (value && stored && !options.some((option) => option.value === value))
    options.push({ value, label: sharedName(value) ?? t("missingCredential") });
  return (
    <Select
      {...inputProps(props)}
      data={[{ value: "", label: t("sandbox") }, ...options]}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}
