import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "toggle-dock",
  title: { en: "Show or hide trace", zh: "显示或隐藏运行过程" },
  icon: "list-tree",
  group: "view",
  order: 90,
  keys: ["j"],
  when: () => true,
  run: () => useUi.getState().set({ dockOpen: !useUi.getState().dockOpen }),
});
