import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "shortcuts",
  icon: "keyboard",
  group: "help",
  order: 20,
  keys: ["?"],
  when: () => true,
  run: () => useUi.getState().set({ dialog: "shortcuts" }),
});
