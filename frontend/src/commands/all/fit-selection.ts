import { useUi } from "@/stores/ui-store";
import { hasSelectedNodes } from "../conditions";
import { command } from "../types";

export default command({
  id: "fit-selection",
  icon: "target",
  group: "view",
  order: 30,
  keys: ["shift+2"],
  when: hasSelectedNodes,
  run: (editor) => editor.canvas.fit(useUi.getState().selection),
});
