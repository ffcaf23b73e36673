import { sharedSchema } from "@/document/shared-settings";
import { useUi } from "@/stores/ui-store";
import { canEdit } from "../conditions";
import type { Editor } from "../editor-context";
import { command } from "../types";

function haveSettings(editor: Editor): boolean {
  const { nodes } = editor.document.getState();
  const chosen = useUi.getState().selection.flatMap((key) => nodes[key] ?? []);
  return chosen.length > 1 && sharedSchema(chosen, editor.types) !== null;
}

export default command({
  id: "shared-settings",
  icon: "adjustments-alt",
  group: "node",
  order: 30,
  keys: ["shift+e"],
  when: (editor) => canEdit(editor) && haveSettings(editor),
  run: () => useUi.getState().set({ dialog: "shared-settings" }),
});
