/** Tool choice of the model: auto, none, required, or one named tool. */

import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useInventory } from "@/api/agents";
import { functionIdOf } from "@/api/function-id";
import { nodeTools, textsOf } from "@/document/config";
import { useLocalText } from "@/i18n/local-text";
import type { ControlProps } from "../control";

const MODES = ["auto", "none", "required"] as const;

type ToolChoice = (typeof MODES)[number] | { name: string };

const NAMED = "tool:";

export function ToolChoiceControl({ id, value, onChange, context }: ControlProps<ToolChoice>) {
  const { t } = useTranslation("schema-form");
  const local = useLocalText();
  const inventory = useInventory().data ?? [];
  const titleOf = (name: string) => {
    const entry = inventory.find(({ id }) => id === name);
    return entry ? local(entry.title) : (functionIdOf(name)?.name ?? name);
  };
  const tools = nodeTools(context.values).filter(({ enabled }) => enabled);
  const names = [...tools.map(({ name }) => name), ...textsOf(context.values.enabledTools)];
  const current = typeof value === "object" ? NAMED + value.name : (value ?? "auto");
  if (typeof value === "object" && !names.includes(value.name)) names.push(value.name);
  const data = [
    ...MODES.map((mode) => ({ value: mode, label: t(`toolChoice.${mode}`) })),
    ...names.map((name) => ({ value: NAMED + name, label: t("toolChoice.named", { name: titleOf(name) }) })),
  ];
  const choose = (next: string | null) => {
    if (next?.startsWith(NAMED)) onChange({ name: next.slice(NAMED.length) });
    else if (next) onChange(MODES.find((mode) => mode === next) ?? "auto");
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
