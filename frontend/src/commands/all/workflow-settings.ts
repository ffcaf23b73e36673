import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { command } from "../types";

export default command({
  id: "workflow-settings",
  icon: "adjustments",
  group: "edit",
  order: 90,
  keys: ["mod+,"],
  when: canEdit,
  run: () => useUi.getState().set({ dialog: "settings" }),
});
