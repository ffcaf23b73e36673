import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "toggle-dock",
  icon: "list-tree",
  group: "view",
  order: 90,
  keys: ["j"],
  when: () => true,
  run: () => useUi.getState().set({ dockOpen: !useUi.getState().dockOpen }),
});
