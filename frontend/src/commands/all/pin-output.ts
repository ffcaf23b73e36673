import { api } from "@/api/client";
import type { Editor } from "@/commands/editor-context";
import { shownNode } from "@/runs/passes";
import { canEdit, onlyNode } from "../conditions";
import { LABELS } from "../labels";
import { command } from "../types";

function pinnable(editor: Editor): string | null {
  const key = onlyNode(editor);
  const node = key === null ? undefined : editor.document.getState().nodes[key];
  if (!node) return null;
  const output = shownNode(editor.run.getState(), node.key)?.output ?? null;
  return node.pinned_output !== null || output !== null ? node.key : null;
}

export default command({
  id: "pin-output",
  icon: "pinned",
  group: "node",
  order: 14,
  keys: ["shift+p"],
  when: (editor) => canEdit(editor) && pinnable(editor) !== null,
  run: async (editor) => {
    const key = pinnable(editor);
    const state = editor.document.getState();
    const node = key === null ? undefined : state.nodes[key];
    if (!node) return;
    const output = node.pinned_output === null ? await fullOutput(editor, node.key) : null;
    state.applyChanges([{ op: "update_node", key: node.key, changes: { pinned_output: output } }], {
      label: LABELS.pin,
    });
  },
});

/** Events carry long outputs cut. */
async function fullOutput(editor: Editor, key: string) {
  const { run } = editor.run.getState();
  const view = shownNode(editor.run.getState(), key);
  if (!view?.truncated || !run) return view?.output ?? null;
  return (await api.runs.node(run.id, key, view.scope)).output;
}
