import { command } from "../types";

export default command({
  id: "zoom-out",
  icon: "zoom-out",
  group: "view",
  order: 50,
  keys: ["-"],
  when: () => true,
  run: (editor) => editor.canvas.zoomOut(),
});
