import { canEdit, hasNodes } from "../conditions";
import { command } from "../types";

export default command({
  id: "publish",
  icon: "rocket",
  group: "run",
  order: 60,
  keys: [],
  when: (editor) => canEdit(editor) && hasNodes(editor),
  run: (editor) => editor.publish(),
});
