import { useUi } from "@/stores/ui-store";
import { canEdit, onlyNode } from "../conditions";
import { command } from "../types";

export default command({
  id: "rename",
  icon: "pencil",
  group: "node",
  order: 40,
  keys: ["F2", "r"],
  when: (editor) => canEdit(editor) && onlyNode(editor) !== null,
  run: (editor) => {
    const key = onlyNode(editor);
    if (key === null) return;
    editor.canvas.reveal([key]);
    useUi.getState().set({ renaming: key });
  },
});
