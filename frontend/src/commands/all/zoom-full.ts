import { command } from "../types";

export default command({
  id: "zoom-full",
  title: { en: "Zoom to 100%", zh: "缩放到 100%" },
  icon: "search",
  group: "view",
  order: 60,
  keys: ["0"],
  when: () => true,
  run: (editor) => editor.canvas.zoomTo(1),
});
