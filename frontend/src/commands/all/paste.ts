import { readClipboard } from "../clipboard";
import { canEdit } from "../conditions";
import { pasteText } from "../edits";
import { command } from "../types";

export default command({
  id: "paste",
  title: { en: "Paste", zh: "粘贴" },
  icon: "clipboard",
  group: "edit",
  order: 50,
  keys: ["mod+v"],
  native: true,
  when: canEdit,
  run: async (editor) => {
    const text = await readClipboard();
    if (text !== null && pasteText(editor, text)) return;
    editor.say({
      en: "There are no nodes on the clipboard. Copy some first.",
      zh: "剪贴板中没有节点，请先复制。",
    });
  },
});
