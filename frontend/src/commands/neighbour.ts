/** Walking through the graph by keys. */

import type { Editor } from "@/commands/editor-context";
import { incomingEdges, outgoingEdges } from "@/document/edge-index";
import { startKey } from "@/document/validate";
import { onlyNode } from "./conditions";

type Direction = "next" | "previous" | "above" | "below";

/** The node to go to from the selected one, or the start node when none is selected. */
export function neighbour(editor: Editor, direction: Direction): string | null {
  const state = editor.document.getState();
  const key = onlyNode(editor);
  if (key === null) return startKey(state) ?? state.order[0] ?? null;
  if (direction === "next") return outgoingEdges(state.edges, key)[0]?.target ?? null;
  if (direction === "previous") return incomingEdges(state.edges, key)[0]?.source ?? null;
  return nearest(editor, key, direction === "below" ? 1 : -1);
}

/** The nearest node above or below; sideways distance counts double. */
function nearest(editor: Editor, key: string, sign: 1 | -1): string | null {
  const { nodes } = editor.document.getState();
  const from = nodes[key]?.position;
  if (!from) return null;
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const { key: other, position } of Object.values(nodes)) {
    const down = (position.y - from.y) * sign;
    const distance = down + 2 * Math.abs(position.x - from.x);
    if (other === key || down <= 0 || distance >= bestDistance) continue;
    best = other;
    bestDistance = distance;
  }
  return best;
}
