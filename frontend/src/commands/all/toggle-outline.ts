import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "toggle-outline",
  icon: "list-tree",
  group: "view",
  order: 75,
  keys: ["o"],
  when: () => true,
  run: () => {
    const { outlineOpen, set } = useUi.getState();
    set({ outlineOpen: !outlineOpen, opening: outlineOpen ? null : "outline" });
  },
});
