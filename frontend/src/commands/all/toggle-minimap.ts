import { useUi } from "@/stores/ui-store";
import { command } from "../types";

export default command({
  id: "toggle-minimap",
  title: { en: "Show or hide map", zh: "显示或隐藏缩略图" },
  icon: "map",
  group: "view",
  order: 100,
  keys: ["m"],
  when: () => true,
  run: () => useUi.getState().set({ minimapOpen: !useUi.getState().minimapOpen }),
});
