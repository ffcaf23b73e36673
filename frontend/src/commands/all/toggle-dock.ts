import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "toggle-dock",
  icon: "list-tree",
  group: "view",
  order: 90,
  keys: ["j"],
  when: () => true,
  run: () => {
    const { dockOpen, set } = useUi.getState();
    set({ dockOpen: !dockOpen, opening: dockOpen ? null : "dock" });
  },
});
