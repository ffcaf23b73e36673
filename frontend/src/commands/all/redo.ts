import { canEdit } from "../conditions";
import { command } from "../types";

export default command({
  id: "redo",
  icon: "arrow-forward-up",
  group: "edit",
  order: 20,
  keys: ["mod+shift+z", "mod+y"],
  when: (editor) => canEdit(editor) && editor.document.getState().history.future.length > 0,
  run: (editor) => {
    editor.document.getState().redo();
  },
});
