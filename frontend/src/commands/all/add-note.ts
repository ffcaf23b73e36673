import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { addToDocument } from "../edits";
import { command } from "../types";

export default command({
  id: "add-note",
  icon: "note",
  group: "edit",
  order: 70,
  keys: ["shift+n"],
  when: (editor) => canEdit(editor) && editor.types.note !== undefined,
  run: (editor) => {
    const type = editor.types.note;
    const before = useUi.getState().selection;
    if (!type) return;
    addToDocument(editor, type, {
      kind: "free",
      at: editor.canvas.pointerPosition() ?? editor.canvas.center(),
    });
    const [key] = useUi.getState().selection;
    if (key !== undefined && key !== before[0]) useUi.getState().set({ renaming: key });
  },
});
