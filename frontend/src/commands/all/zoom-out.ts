import { command } from "../types";

export default command({
  id: "zoom-out",
  title: { en: "Zoom out", zh: "缩小" },
  icon: "zoom-out",
  group: "view",
  order: 50,
  keys: ["-"],
  when: () => true,
  run: (editor) => editor.canvas.zoomOut(),
});
