/** The one tool of a tool node: whatever a model could call, and of a server one of its functions. */

import { Stack } from "@mantine/core";
import { useState } from "react";
import { functionId, functionIdOf } from "@/api/function-id";
import { useKnownTools } from "@/api/tools";
import type { NodeTool, ToolConfig } from "@/api/types";
import { lazyComponent } from "@/components/lazy-component";
import { chosenTool, formToolOf, isToolId, namedTool } from "@/document/node-tool";
import type { ControlProps } from "../control";
import { useFunctionTools } from "../use-function-tools";
import { FunctionSelect } from "./function-select";
import { NamedToolRow } from "./named-tool-row";
import { ToolPicker } from "./tool-picker";
import { ChosenToolRow } from "./tool-row";

// Loaded on demand: the editor holds a form, and a form holds this control.
const ToolEditor = lazyComponent(async () => (await import("./tool-editor")).ToolEditor);

export function ToolControl({ id, value: given, onChange, context }: ControlProps<NodeTool>) {
  const value = chosenTool(given);
  const configs = useKnownTools([value?.toolConfig]);
  const [editing, setEditing] = useState<{ type: string; config?: ToolConfig } | null>(null);
  const config = configs.find((candidate) => candidate.id === value?.toolConfig);
  const server = useFunctionTools([value?.toolConfig]).find(
    (candidate) => candidate.id === value?.toolConfig,
  );
  return (
    <Stack gap={6} mt={4}>
      {value &&
        (isToolId(value.type) ? (
          <NamedToolRow id={value.type} readOnly={context.readOnly} onRemove={() => onChange(null)} />
        ) : (
          <ChosenToolRow
            tool={value}
            readOnly={context.readOnly}
            onEdit={() => setEditing(config ? { type: value.type, config } : { type: value.type })}
            onRemove={() => onChange(null)}
          />
        ))}
      {value && server && (
        <FunctionSelect
          id={`${id}-function`}
          toolId={server.id}
          value={value.function ? functionId(server.id, value.function) : ""}
          readOnly={context.readOnly}
          onChange={(one) => onChange({ ...value, function: functionIdOf(one)?.name ?? "" })}
        />
      )}
      {!value && !context.readOnly && (
        <ToolPicker
          single
          taken={[]}
          onPick={(picked) => onChange(formToolOf(picked))}
          onCreate={(type) => setEditing({ type })}
          byId={{
            taken: [context.ownTool ?? ""],
            onPick: (one) => onChange(namedTool(one)),
            onSingle: (picked) => onChange(formToolOf(picked)),
          }}
        />
      )}
      {editing && (
        <ToolEditor
          {...editing}
          onClose={() => setEditing(null)}
          onSaved={(saved) => {
            const known = value?.toolConfig === saved.id ? value : formToolOf(saved);
            onChange({ ...known, name: saved.name });
            setEditing(null);
          }}
        />
      )}
    </Stack>
  );
}
