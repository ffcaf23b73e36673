import { isOpen } from "@/runs/state";
import { useUi } from "@/stores/ui-store";
import { canEdit, hasNodes } from "../conditions";
import { command } from "../types";

export default command({
  id: "run-with",
  icon: "forms",
  group: "run",
  order: 20,
  keys: ["mod+shift+Enter"],
  inFields: true,
  when: (editor) => canEdit(editor) && hasNodes(editor) && !isOpen(editor.run.getState().status),
  run: () => useUi.getState().set({ dialog: "run" }),
});
