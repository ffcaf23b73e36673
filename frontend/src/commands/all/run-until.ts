import type { Editor } from "@/commands/editor-context";
import { isOpen } from "@/runs/state";
import { canEdit, onlyNode } from "../conditions";
import { command } from "../types";

/** Nodes inside of containers run with their container only. */
function reachable(editor: Editor): string | null {
  const key = onlyNode(editor);
  const node = key === null ? undefined : editor.document.getState().nodes[key];
  const role = editor.types[node?.type ?? ""]?.role;
  return node && node.parent === null && (role === "step" || role === "container") ? node.key : null;
}

export default command({
  id: "run-until",
  icon: "player-play",
  group: "node",
  order: 12,
  keys: ["shift+d"],
  when: (editor) => canEdit(editor) && reachable(editor) !== null && !isOpen(editor.run.getState().status),
  run: (editor) => {
    const key = reachable(editor);
    if (key !== null) editor.startRunUntil(key);
  },
});
