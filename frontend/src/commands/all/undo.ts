import { canEdit } from "../conditions";
import { command } from "../types";

export default command({
  id: "undo",
  icon: "arrow-back-up",
  group: "edit",
  order: 10,
  keys: ["mod+z"],
  when: (editor) => canEdit(editor) && editor.document.getState().history.past.length > 0,
  run: (editor) => {
    editor.document.getState().undo();
  },
});
