import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { command } from "../types";

export default command({
  id: "toggle-mode",
  title: { en: "Switch between live and test", zh: "切换正式与测试模式" },
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
