import { canEdit, hasSelectedNodes } from "../conditions";
import { groupSelection } from "../frame-edits";
import { command } from "../types";

export default command({
  id: "group",
  icon: "box-multiple",
  group: "node",
  order: 60,
  keys: ["mod+g"],
  when: (editor) => canEdit(editor) && hasSelectedNodes() && editor.types.group !== undefined,
  run: (editor) => {
    if (groupSelection(editor)) return;
    editor.notify({ key: "commands:notInOneContainer" });
  },
});
