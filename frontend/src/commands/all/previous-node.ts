import { useUi } from "@/stores/ui-store";
import { onlyNode } from "../conditions";
import { neighbour } from "../neighbour";
import { command } from "../types";

export default command({
  id: "previous-node",
  icon: "arrow-left",
  group: "node",
  order: 90,
  keys: ["alt+ArrowLeft", "alt+ArrowUp"],
  keysOnly: true,
  when: (editor) => onlyNode(editor) !== null,
  run: (editor, event) => {
    const key = neighbour(editor, event?.key === "ArrowUp" ? "above" : "previous");
    if (key === null) return;
    useUi.getState().select([key]);
    editor.canvas.reveal([key]);
  },
});
