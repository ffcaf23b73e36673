import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "show-problems",
  icon: "alert-triangle",
  group: "view",
  order: 110,
  keys: ["shift+m"],
  when: () => true,
  run: () => useUi.getState().set({ dockOpen: true, dockTab: "problems", opening: "dock" }),
});
