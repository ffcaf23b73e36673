import type { Editor } from "@/commands/editor-context";
import { isOffThePath } from "@/document/off-the-path";
import { isOpen } from "@/runs/state";
import { canEdit, onlyNode } from "../conditions";
import { command } from "../types";

/** A node known to the displayed run, so that earlier results exist. */
function startable(editor: Editor): string | null {
  const key = onlyNode(editor);
  const { document } = editor.run.getState();
  const type = editor.types[editor.document.getState().nodes[key ?? ""]?.type ?? ""];
  if (key === null || isOffThePath(type) || type?.role === "start") return null;
  return document?.nodes.some((node) => node.key === key) ? key : null;
}

export default command({
  id: "run-from",
  icon: "git-fork",
  group: "node",
  order: 13,
  keys: ["shift+r"],
  when: (editor) => {
    const { status } = editor.run.getState();
    return canEdit(editor) && status !== null && !isOpen(status) && startable(editor) !== null;
  },
  run: (editor) => {
    const key = startable(editor);
    if (key !== null) editor.startRunFrom(key);
  },
});
