import { writeClipboard } from "../clipboard";
import { hasSelectedNodes } from "../conditions";
import { copySelection } from "../edits";
import { command } from "../types";

export default command({
  id: "copy",
  icon: "copy",
  group: "edit",
  order: 40,
  keys: ["mod+c"],
  native: true,
  when: hasSelectedNodes,
  run: async (editor) => {
    const text = copySelection(editor);
    if (text !== null) await writeClipboard(text);
  },
});
