import { canEdit } from "../conditions";
import { selectedGroups, ungroupSelection } from "../frame-edits";
import { command } from "../types";

export default command({
  id: "ungroup",
  icon: "box-off",
  group: "node",
  order: 61,
  keys: ["mod+shift+g"],
  when: (editor) => canEdit(editor) && selectedGroups(editor).length > 0,
  run: ungroupSelection,
});
