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
    const key = onlyNode(editor);
    return canEdit(editor) && key !== null && editor.document.getState().nodes[key]?.type !== "start";
  },
  run: (editor) => {
    const key = onlyNode(editor);
    if (key !== null) useUi.getState().openNode(key, "debug");
  },
});
