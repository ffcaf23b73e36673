import { useUi } from "@/stores/ui-store";
import { onlyNode } from "../conditions";
import { neighbour } from "../neighbour";
import { command } from "../types";

export default command({
  id: "next-node",
  icon: "arrow-right",
  group: "node",
  order: 80,
  keys: ["alt+ArrowRight", "alt+ArrowDown"],
  keysOnly: true,
  when: (editor) => onlyNode(editor) !== null || useUi.getState().selection.length === 0,
  run: (editor, event) => {
    const key = neighbour(editor, event?.key === "ArrowDown" ? "below" : "next");
    if (key === null) return;
    useUi.getState().select([key]);
    editor.canvas.reveal([key]);
  },
});
