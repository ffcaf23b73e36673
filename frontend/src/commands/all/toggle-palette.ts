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
    const opens = outlineOpen || !paletteOpen;
    set({ paletteOpen: opens, outlineOpen: false, opening: opens ? "palette" : null });
  },
});
