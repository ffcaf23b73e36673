import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { command } from "../types";

export default command({
  id: "toggle-mode",
  icon: "switch-horizontal",
  group: "run",
  order: 50,
  keys: ["t"],
  when: canEdit,
  run: () => {
    const { runMode, set } = useUi.getState();
    set({ runMode: runMode === "live" ? "test" : "live" });
  },
});
