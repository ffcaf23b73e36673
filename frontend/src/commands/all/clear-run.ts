import { isOpen } from "@/runs/state";
import { command } from "../types";

export default command({
  id: "clear-run",
  icon: "x",
  group: "run",
  order: 40,
  keys: [],
  when: (editor) => {
    const { run, status } = editor.run.getState();
    return run !== null && !isOpen(status);
  },
  run: (editor) => editor.clearRun(),
});
