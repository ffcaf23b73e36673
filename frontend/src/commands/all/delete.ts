import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { removeSelection } from "../edits";
import { command } from "../types";

export default command({
  id: "delete",
  icon: "trash",
  group: "edit",
  order: 70,
  keys: ["Delete", "Backspace"],
  when: (editor) => {
    const { selection, selectedEdges } = useUi.getState();
    return canEdit(editor) && selection.length + selectedEdges.length > 0;
  },
  run: (editor) => removeSelection(editor),
});
