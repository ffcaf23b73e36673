import { readClipboard } from "../clipboard";
import { canEdit } from "../conditions";
import { pasteText } from "../edits";
import { command } from "../types";

export default command({
  id: "paste",
  icon: "clipboard",
  group: "edit",
  order: 50,
  keys: ["mod+v"],
  native: true,
  when: canEdit,
  run: async (editor) => {
    const text = await readClipboard();
    if (text !== null && pasteText(editor, text)) return;
    editor.notify({ key: "commands:nothingToPaste" });
  },
});
