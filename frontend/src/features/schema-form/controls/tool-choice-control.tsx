/** How free the model is to call tools: auto, none, required, or one named tool. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { NodeTool } from "@/api/types";
import type { ControlProps } from "../control";

type ToolChoice = "auto" | "none" | "required" | { name: string };

const NAMED = "tool:";

export function ToolChoiceControl({ id, value, onChange, context }: ControlProps<ToolChoice>) {
  const { t } = useTranslation("schema-form");
  const tools = (context.values.tools ?? []) as unknown as NodeTool[];
  const names = tools.filter((tool) => tool.enabled).map((tool) => tool.name);
  const current = typeof value === "object" ? NAMED + value.name : (value ?? "auto");
  if (typeof value === "object" && !names.includes(value.name)) names.push(value.name);
  const data = [
    ...(["auto", "none", "required"] as const).map((mode) => ({
      value: mode as string,
      label: t(`toolChoice.${mode}`),
    })),
    ...names.map((name) => ({ value: NAMED + name, label: t("toolChoice.named", { name }) })),
  ];
  const choose = (next: string | null) => {
    if (next === null) return;
    onChange(next.startsWith(NAMED) ? { name: next.slice(NAMED.length) } : (next as ToolChoice));
  };
  return (
    <Select
      id={id}
      data={data}
      value={current}
      allowDeselect={false}
      disabled={context.readOnly}
      onChange={choose}
    />
  );
}
