import { useUi } from "@/stores/ui-store";
import { hasNodes } from "../conditions";
import { command } from "../types";

export default command({
  id: "use-it",
  icon: "webhook",
  group: "run",
  order: 62,
  keys: [],
  when: hasNodes,
  run: () => useUi.getState().set({ dialog: "use" }),
});
