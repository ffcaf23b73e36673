/** Commands that find other commands. */

import { commandsOf } from "@/commands/types";
import { useUi } from "@/stores/ui-store";

export const HELP = commandsOf("help", [
  {
    id: "command-palette",
    icon: "command",
    keys: ["mod+k"],
    inFields: true,
    when: () => true,
    run: (editor) => editor.openPalette(),
  },
  {
    id: "shortcuts",
    icon: "keyboard",
    keys: ["?"],
    when: () => true,
    run: () => useUi.getState().set({ dialog: "shortcuts" }),
  },
]);
