import { useUi } from "@/stores/ui-store";
import { onlyNode } from "../conditions";
import { command } from "../types";

export default command({
  id: "open-node",
  icon: "settings",
  group: "node",
  order: 20,
  keys: ["Enter"],
  when: (editor) => onlyNode(editor) !== null,
  run: (editor) => {
    const key = onlyNode(editor);
    if (key !== null) useUi.getState().openNode(key, "settings");
  },
});
