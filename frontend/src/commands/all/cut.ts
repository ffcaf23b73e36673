import { writeClipboard } from "../clipboard";
import { canEdit, hasSelectedNodes } from "../conditions";
import { copySelection, removeSelection } from "../edits";
import { LABELS } from "../labels";
import { command } from "../types";

export default command({
  id: "cut",
  icon: "clipboard",
  group: "edit",
  order: 30,
  keys: ["mod+x"],
  native: true,
  when: (editor) => canEdit(editor) && hasSelectedNodes(),
  run: async (editor) => {
    const text = copySelection(editor);
    if (text === null) return;
    await writeClipboard(text);
    removeSelection(editor, LABELS.cut);
  },
});
