/** The one tool of a tool node. */

import { Stack } from "@mantine/core";
import { useState } from "react";
import { useToolConfigs } from "@/api/queries";
import type { NodeTool, ToolConfig } from "@/api/types";
import { late } from "@/components/late";
import type { ControlProps } from "../control";
import { nodeToolOf } from "../node-tool";
import { ToolPicker } from "./tool-picker";
import { ToolRow } from "./tool-row";

// Loaded on demand: the editor holds a form, and a form holds this control.
const ToolEditor = late(async () => (await import("./tool-editor")).ToolEditor);

export function ToolControl({ value, onChange, context }: ControlProps<NodeTool>) {
  const configs = useToolConfigs().data ?? [];
  const [editing, setEditing] = useState<{ type: string; config?: ToolConfig } | null>(null);
  const config = configs.find((candidate) => candidate.id === value?.toolConfig);
  return (
    <Stack gap={6} mt={4}>
      {value ? (
        <ToolRow
          tool={value}
          readOnly={context.readOnly}
          onEdit={() => setEditing(config ? { type: value.type, config } : { type: value.type })}
          onRemove={() => onChange(null)}
        />
      ) : (
        <ToolPicker
          taken={[]}
          onPick={(picked) => onChange(nodeToolOf(picked))}
          onCreate={(type) => setEditing({ type })}
        />
      )}
      {editing && (
        <ToolEditor
          {...editing}
          onClose={() => setEditing(null)}
          onSaved={(saved) => {
            onChange(nodeToolOf(saved));
            setEditing(null);
          }}
        />
      )}
    </Stack>
  );
}
