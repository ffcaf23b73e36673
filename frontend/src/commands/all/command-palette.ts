import { command } from "../types";

export default command({
  id: "command-palette",
  title: { en: "Find a command or node", zh: "查找命令或节点" },
  icon: "command",
  group: "help",
  order: 10,
  keys: ["mod+k"],
  inFields: true,
  when: () => true,
  run: (editor) => editor.openPalette(),
});
