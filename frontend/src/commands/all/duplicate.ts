import { absolutePosition } from "@/document/nesting";
import { useUi } from "@/stores/ui-store";
import { canEdit, hasSelectedNodes } from "../conditions";
import { copySelection, pasteText } from "../edits";
import { LABELS } from "../labels";
import { command } from "../types";

const STEP = 40;

export default command({
  id: "duplicate",
  icon: "versions",
  group: "edit",
  order: 60,
  keys: ["mod+d"],
  when: (editor) => canEdit(editor) && hasSelectedNodes(),
  run: (editor) => {
    const text = copySelection(editor);
    const { nodes } = editor.document.getState();
    const places = useUi
      .getState()
      .selection.flatMap((key) => (nodes[key] ? [absolutePosition(nodes, key)] : []));
    if (text === null || places.length === 0) return;
    pasteText(editor, text, LABELS.duplicate, {
      x: Math.min(...places.map(({ x }) => x)) + STEP,
      y: Math.min(...places.map(({ y }) => y)) + STEP,
    });
  },
});
