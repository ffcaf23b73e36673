import { isOpen } from "@/runs/state";
import { command } from "../types";

export default command({
  id: "cancel-run",
  icon: "player-stop",
  group: "run",
  order: 30,
  keys: ["mod+."],
  inFields: true,
  when: (editor) => isOpen(editor.run.getState().status),
  run: (editor) => editor.cancelRun(),
});
