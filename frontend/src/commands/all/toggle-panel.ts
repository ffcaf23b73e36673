import { selectedNode, useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "toggle-panel",
  icon: "layout-sidebar-right",
  group: "view",
  order: 80,
  keys: ["i"],
  when: () => true,
  run: () => {
    const { panelOpen, set } = useUi.getState();
    const shows = !panelOpen && selectedNode(useUi.getState()) !== null;
    set({ panelOpen: !panelOpen, opening: shows ? "panel" : null });
  },
});
