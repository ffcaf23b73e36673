import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "toggle-panel",
  icon: "layout-sidebar-right",
  group: "view",
  order: 80,
  keys: ["i"],
  when: () => true,
  run: () => useUi.getState().set({ panelOpen: !useUi.getState().panelOpen }),
});
