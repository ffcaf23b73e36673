import { isOpen } from "@/runs/state";
import { canEdit, hasNodes } from "../conditions";
import { command } from "../types";

export default command({
  id: "run",
  icon: "player-play",
  group: "run",
  order: 10,
  keys: ["mod+Enter"],
  inFields: true,
  when: (editor) => canEdit(editor) && hasNodes(editor) && !isOpen(editor.run.getState().status),
  run: (editor) => editor.startRun(),
});
