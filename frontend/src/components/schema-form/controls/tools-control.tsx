/**
 * Tools of an AI node in one list: add, enable, disable, open, remove. New tools are made in place.
 *
 * Configured ones are this field's value; tools with only an id are in the field beside it, `enabledTools`. With the
 * first one comes the choice of what its failure does.
 */

import { Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKnownTools } from "@/api/tools";
import type { Json, NodeTool, ToolConfig } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import { textsOf } from "@/document/config";
import { formToolOf } from "@/document/node-tool";
import type { ControlProps } from "../control";
import type { FormContext } from "../form-context";
import { FunctionAdder } from "./function-adder";
import { NamedToolRow } from "./named-tool-row";
import { ToolPicker } from "./tool-picker";
import { ChosenToolRow } from "./tool-row";

// Loaded on demand: the editor holds a form, and a form holds this control.
const ToolEditor = lazyComponent(async () => (await import("./tool-editor")).ToolEditor);

const NAMED_FIELD = "enabledTools";
const FAILURE_FIELD = "onToolFailure";

export function ToolsControl({ value, onChange, changeSibling, context }: ControlProps<NodeTool[]>) {
  const { t } = useTranslation("schema-form");
  const tools = value ?? [];
  const named = textsOf(context.values[NAMED_FIELD]);
  const [editing, setEditing] = useState<{ type: string; config?: ToolConfig } | null>(null);
  const [server, setServer] = useState<ToolConfig | null>(null);
  const configs = useKnownTools(tools.map((tool) => tool.toolConfig));
  const update = (tool: NodeTool) => onChange(tools.map((old) => (old.id === tool.id ? tool : old)));
  const name = (ids: string[]) => changeSibling(NAMED_FIELD, ids);
  const saved = (config: ToolConfig) => {
    const known = tools.find((tool) => tool.toolConfig === config.id);
    onChange(
      known
        ? tools.map((tool) => (tool === known ? { ...tool, name: config.name } : tool))
        : [...tools, formToolOf(config)],
    );
    setEditing(null);
  };
  return (
    <Stack gap={6} mt={4}>
      {tools.length + named.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("noTools")}
        </Text>
      )}
      {tools.map((tool) => (
        <ChosenToolRow
          key={tool.id}
          tool={tool}
          readOnly={context.readOnly}
          onToggle={(enabled) => update({ ...tool, enabled })}
          onEdit={() => {
            const config = configs.find((candidate) => candidate.id === tool.toolConfig);
            setEditing(config ? { type: tool.type, config } : { type: tool.type });
          }}
          onRemove={() => onChange(tools.filter((old) => old.id !== tool.id))}
        />
      ))}
      <Stack gap={6} data-field={NAMED_FIELD}>
        {named.map((id) => (
          <NamedToolRow
            key={id}
            id={id}
            readOnly={context.readOnly}
            onRemove={() => name(named.filter((old) => old !== id))}
          />
        ))}
      </Stack>
      {server && !context.readOnly && (
        <FunctionAdder
          server={server}
          taken={named}
          onAdd={(id) => name([...named, id])}
          onClose={() => setServer(null)}
        />
      )}
      {!context.readOnly && (
        <ToolPicker
          taken={tools.flatMap((tool) => (tool.toolConfig ? [tool.toolConfig] : []))}
          onPick={(config) => onChange([...tools, formToolOf(config)])}
          onCreate={(type) => setEditing({ type })}
          byId={{
            taken: [...named, context.ownTool ?? ""],
            onPick: (id) => name([...named, id]),
            onSingle: setServer,
          }}
        />
      )}
      {tools.length + named.length > 0 && <ToolFailure context={context} changeSibling={changeSibling} />}
      {editing && <ToolEditor {...editing} onClose={() => setEditing(null)} onSaved={saved} />}
    </Stack>
  );
}

type FailureChoice = "stop" | "continue" | "branch";
type ToolFailureProps = {
  context: FormContext;
  changeSibling: (field: string, value: Json) => void;
};

/** Choice for a tool that fails: a setting of the step and, in the editor, its error branch. */
function ToolFailure({ context: { values, errorBranch, readOnly }, changeSibling }: ToolFailureProps) {
  const { t } = useTranslation("schema-form");
  const choices: FailureChoice[] = errorBranch ? ["stop", "continue", "branch"] : ["stop", "continue"];
  const stops = errorBranch?.isOn ? "branch" : "stop";
  const choose = (choice: FailureChoice) => {
    const value = choice === "continue" ? "tell_model" : "stop";
    // Another failure of the step may need the branch while its tools do not.
    if (errorBranch && choice !== "continue")
      errorBranch.change(choice === "branch", { ...values, [FAILURE_FIELD]: value });
    else changeSibling(FAILURE_FIELD, value);
  };
  return (
    <Radio.Group
      data-field={FAILURE_FIELD}
      label={t("toolFailure.title")}
      value={values[FAILURE_FIELD] === "tell_model" ? "continue" : stops}
      onChange={(next) => choose(choices.find((choice) => choice === next) ?? "stop")}
    >
      <Stack gap={6} mt={4}>
        {choices.map((choice) => (
          <Radio
            key={choice}
            size="xs"
            value={choice}
            label={t(`toolFailure.${choice}`)}
            description={t(`toolFailure.${choice}Help`)}
            disabled={readOnly}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
