import { useUi } from "@/stores/ui-store";
import { canEdit, onlyNode } from "../conditions";
import { freePort } from "../edits";
import { command } from "../types";

export default command({
  id: "connect",
  icon: "plug-connected",
  group: "node",
  order: 60,
  keys: ["c"],
  when: (editor) => {
    const key = onlyNode(editor);
    return canEdit(editor) && key !== null && freePort(editor, key) !== null;
  },
  run: () => useUi.getState().set({ dialog: "connect" }),
});
