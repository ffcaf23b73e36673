import { command } from "../types";

export default command({
  id: "zoom-full",
  icon: "search",
  group: "view",
  order: 60,
  keys: ["0"],
  when: () => true,
  run: (editor) => editor.canvas.zoomTo(1),
});
