import type { Editor } from "@/commands/editor-context";
import { hasOutputs } from "@/document/ports";
import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { LABELS } from "../labels";
import { command } from "../types";

/** Start and end nodes cannot be passed over: they are where a run begins and what it gives. */
function bypassable(editor: Editor): string[] {
  const { nodes } = editor.document.getState();
  return useUi.getState().selection.filter((key) => {
    const type = editor.types[nodes[key]?.type ?? ""];
    return type !== undefined && type.inputs.length > 0 && hasOutputs(type);
  });
}

export default command({
  id: "bypass",
  icon: "arrow-bounce",
  group: "node",
  order: 50,
  keys: ["b"],
  when: (editor) => canEdit(editor) && bypassable(editor).length > 0,
  run: (editor) => {
    const state = editor.document.getState();
    const keys = bypassable(editor);
    const bypass = !keys.every((key) => state.nodes[key]?.bypass);
    state.applyChanges(
      keys.map((key) => ({ op: "update_node", key, changes: { bypass } })),
      { label: LABELS.bypass },
    );
  },
});
