import { useUi } from "@/stores/ui-store";
import { canEdit, hasNodes } from "../conditions";
import { LABELS } from "../labels";
import { layoutEngine } from "../layout-engine";
import { command } from "../types";

export default command({
  id: "auto-layout",
  icon: "wand",
  group: "view",
  order: 10,
  keys: ["l"],
  when: (editor) => canEdit(editor) && hasNodes(editor),
  run: async (editor) => {
    const before = editor.document.getState();
    const { selection } = useUi.getState();
    const [{ layoutOperations }, engine] = await Promise.all([import("@/document/layout"), layoutEngine()]);
    const moves = await layoutOperations(before, editor.types, engine, selection);
    const now = editor.document.getState();
    // Nodes may have gone while the engine was thinking.
    const still = moves.filter((move) => move.op === "update_node" && now.nodes[move.key]);
    if (now.applyChanges(still, { label: LABELS.layout }))
      editor.canvas.fit(selection.length > 1 ? selection : []);
  },
});
