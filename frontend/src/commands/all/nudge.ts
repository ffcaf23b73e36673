import { useUi } from "@/stores/ui-store";
import { canEdit, hasSelectedNodes } from "../conditions";
import { LABELS } from "../labels";
import { command } from "../types";

const STEP = 8;
const FAR_STEP = 40;
const DIRECTIONS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export default command({
  id: "nudge",
  icon: "arrow-right",
  group: "node",
  order: 70,
  keys: Object.keys(DIRECTIONS).flatMap((key) => [key, `shift+${key}`]),
  keysOnly: true,
  when: (editor) => canEdit(editor) && hasSelectedNodes(),
  run: (editor, event) => {
    const direction = DIRECTIONS[event?.key ?? ""];
    if (!direction) return;
    const step = event?.shiftKey ? FAR_STEP : STEP;
    const state = editor.document.getState();
    const { selection } = useUi.getState();
    const moves = selection.flatMap((key) => {
      const from = state.nodes[key]?.position;
      if (!from) return [];
      const position = { x: from.x + direction.x * step, y: from.y + direction.y * step };
      return { op: "update_node" as const, key, changes: { position } };
    });
    state.applyChanges(moves, { label: LABELS.move, mergeKey: `nudge:${selection.join()}` });
  },
});
