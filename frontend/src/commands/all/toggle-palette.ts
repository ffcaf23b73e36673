import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { command } from "../types";

export default command({
  id: "toggle-palette",
  title: { en: "Show or hide nodes", zh: "显示或隐藏节点栏" },
  icon: "layout-sidebar",
  group: "view",
  order: 70,
  keys: ["p"],
  when: canEdit,
  run: () => useUi.getState().set({ paletteOpen: !useUi.getState().paletteOpen }),
});
