import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { nextPort } from "../edits";
import { command } from "../types";

export default command({
  id: "add-node",
  icon: "plus",
  group: "node",
  order: 10,
  keys: ["n"],
  when: canEdit,
  run: (editor) => {
    const source = nextPort(editor);
    const card = source && editor.canvas.cardElement(source.node)?.getBoundingClientRect();
    const at = editor.canvas.pointerPosition() ?? editor.canvas.center();
    useUi.getState().set({
      adding:
        source && card
          ? { kind: "port", source, screen: { x: card.right + 16, y: card.top } }
          : { kind: "free", at, screen: editor.canvas.toScreen(at) },
    });
  },
});
