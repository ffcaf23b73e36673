import { useUi } from "@/stores/ui-store";
import { canEdit, hasNodes } from "../conditions";
import { command } from "../types";

export default command({
  id: "publish",
  icon: "rocket",
  group: "run",
  order: 60,
  keys: [],
  when: (editor) => canEdit(editor) && hasNodes(editor),
  run: () => useUi.getState().set({ dialog: "publish" }),
});
