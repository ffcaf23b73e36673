import { useUi } from "@/stores/ui-store";
import { hasNodes } from "../conditions";
import { command } from "../types";

export default command({
  id: "find",
  icon: "search",
  group: "edit",
  order: 82,
  keys: ["mod+f"],
  inFields: true,
  when: hasNodes,
  run: () => useUi.getState().set({ searching: "find", opening: "find" }),
});
