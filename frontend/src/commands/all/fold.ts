import type { Editor } from "@/commands/editor-context";
import { isFrame } from "@/document/nesting";
import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { foldFrames } from "../frame-edits";
import { command } from "../types";

function selectedFrames(editor: Editor): string[] {
  const { nodes } = editor.document.getState();
  return useUi.getState().selection.filter((key) => isFrame(nodes[key], editor.types));
}

export default command({
  id: "fold",
  icon: "fold",
  group: "node",
  order: 62,
  keys: ["mod+alt+f"],
  when: (editor) => canEdit(editor) && selectedFrames(editor).length > 0,
  run: (editor) => foldFrames(editor, selectedFrames(editor)),
});
