/** Tidies up: lays out the nodes of the graph, or those that are selected. */

import { canEdit, hasNodes } from "@/commands/conditions";
import { LABELS } from "@/commands/labels";
import { commandsOf } from "@/commands/types";
import type { LayoutEngine } from "@/document/layout";
import { useUi } from "@/stores/ui-store";

export const TIDY_UP = commandsOf("view", [
  {
    id: "auto-layout",
    icon: "wand",
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
      // The canvas knows the new places once it has drawn them.
      if (now.applyChanges(still, { label: LABELS.layout }))
        requestAnimationFrame(() => editor.canvas.fit(selection.length > 1 ? selection : []));
    },
  },
]);

let engine: Promise<LayoutEngine> | null = null;

function layoutEngine(): Promise<LayoutEngine> {
  engine ??= start().catch((error: unknown) => {
    engine = null;
    throw error;
  });
  return engine;
}

async function start(): Promise<LayoutEngine> {
  const { loadLayoutEngine } = await import("@/document/layout");
  return loadLayoutEngine();
}
