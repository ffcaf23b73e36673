import { isOffThePath } from "@/document/off-the-path";
import { useUi } from "@/stores/ui-store";
import { canEdit, onlyNode } from "../conditions";
import { command } from "../types";

export default command({
  id: "debug-node",
  icon: "bug",
  group: "node",
  order: 30,
  keys: ["d"],
  when: (editor) => {
    const type = editor.types[editor.document.getState().nodes[onlyNode(editor) ?? ""]?.type ?? ""];
    return canEdit(editor) && type !== undefined && !isOffThePath(type) && type.role !== "start";
  },
  run: (editor) => {
    const key = onlyNode(editor);
    if (key === null) return;
    useUi.getState().openNode(key, "debug");
    useUi.getState().set({ opening: "panel" });
  },
});
