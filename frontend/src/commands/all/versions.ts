import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "versions",
  icon: "history",
  group: "run",
  order: 61,
  keys: [],
  when: () => true,
  run: () => useUi.getState().set({ dialog: "versions" }),
});
