import { command } from "../types";

export default command({
  id: "command-palette",
  icon: "command",
  group: "help",
  order: 10,
  keys: ["mod+k"],
  inFields: true,
  when: () => true,
  run: (editor) => editor.openPalette(),
});
