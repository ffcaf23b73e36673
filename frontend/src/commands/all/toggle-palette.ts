import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { command } from "../types";

export default command({
  id: "toggle-palette",
  icon: "layout-sidebar",
  group: "view",
  order: 70,
  keys: ["p"],
  when: canEdit,
  run: () => {
    const { paletteOpen, outlineOpen, set } = useUi.getState();
    set({ paletteOpen: outlineOpen || !paletteOpen, outlineOpen: false });
  },
});
