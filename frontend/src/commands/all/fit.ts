import { hasNodes } from "../conditions";
import { command } from "../types";

export default command({
  id: "fit",
  icon: "arrows-maximize",
  group: "view",
  order: 20,
  keys: ["f", "shift+1"],
  when: hasNodes,
  run: (editor) => editor.canvas.fit(),
});
