import { useUi } from "@/stores/ui-store";
import { canEdit, hasNodes } from "../conditions";
import { command } from "../types";

export default command({
  id: "replace",
  icon: "replace",
  group: "edit",
  order: 83,
  keys: ["mod+h", "mod+shift+h"],
  inFields: true,
  when: (editor) => canEdit(editor) && hasNodes(editor),
  run: () => useUi.getState().set({ searching: "replace", opening: "find" }),
});
