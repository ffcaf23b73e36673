import { command } from "../types";

export default command({
  id: "zoom-in",
  icon: "zoom-in",
  group: "view",
  order: 40,
  keys: ["+", "="],
  when: () => true,
  run: (editor) => editor.canvas.zoomIn(),
});
