import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "toggle-minimap",
  icon: "map",
  group: "view",
  order: 100,
  keys: ["m"],
  when: () => true,
  run: () => useUi.getState().set({ minimapOpen: !useUi.getState().minimapOpen }),
});
