import { useUi } from "@/stores/ui-store";
import { hasNodes } from "../conditions";
import { command } from "../types";

export default command({
  id: "select-all",
  icon: "select",
  group: "edit",
  order: 80,
  keys: ["mod+a"],
  when: hasNodes,
  run: (editor) => useUi.getState().select(editor.document.getState().order),
});
