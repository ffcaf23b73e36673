import { partOf } from "@/document/chosen-part";
import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import { command } from "../types";

export default command({
  id: "extract-workflow",
  icon: "package-export",
  group: "node",
  order: 63,
  keys: ["shift+x"],
  when: (editor) =>
    canEdit(editor) &&
    editor.types.sub_workflow !== undefined &&
    partOf(editor.document.getState(), editor.types, useUi.getState().selection).level.length > 0,
  run: () => useUi.getState().set({ dialog: "extract-workflow" }),
});
