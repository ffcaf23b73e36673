/** Dragging cards: one edit when the drag ends. A card that is dropped on an edge goes into it when it fits; a frame takes
 * what is dropped in it. */

import type { OnNodeDrag } from "@xyflow/react";
import { useCallback, useRef } from "react";
import type { Position } from "@/api/types";
import type { Editor } from "@/commands/editor-context";
import { insertNode } from "@/commands/edits";
import { LABELS } from "@/commands/labels";
import { fitsInEdge } from "@/document/insert-into-edge";
import { outermost } from "@/document/nesting";
import { withDocked } from "@/document/off-the-path";
import { frameForMoves, type Move, moveFault, moveFaultText, moveOperations } from "@/document/reparent";
import { edgeAt, markEdge } from "./edge-target";
import { markFrame } from "./frame-target";
import type { CardNode } from "./to-flow";

export function useNodeDrag(editor: Editor) {
  const target = useRef<string | null>(null);

  const movesOf = useCallback(
    (dragged: readonly CardNode[]): Move[] => {
      const { nodes } = editor.document.getState();
      const keys = dragged.map(({ id }) => id).filter((key) => nodes[key]);
      return outermost(nodes, keys).flatMap((key) => {
        const place = editor.canvas.placeOf(key);
        return place ? [{ key, to: place }] : [];
      });
    },
    [editor],
  );

  const onNodeDrag: OnNodeDrag<CardNode> = useCallback(
    (event, node, nodes) => {
      target.current = nodes.length === 1 ? edgeUnder(editor, node.id, screenPoint(event)) : null;
      markEdge(target.current);
      const state = editor.document.getState();
      const moves = movesOf(nodes);
      const frame = target.current === null ? frameForMoves(state, editor.types, moves) : null;
      const isNew = moves.some(({ key }) => state.nodes[key]?.parent !== frame);
      markFrame(isNew ? frame : null);
    },
    [editor, movesOf],
  );

  const onNodeDragStop: OnNodeDrag<CardNode> = useCallback(
    (_event, _node, nodes) => {
      const moves = movesOf(nodes);
      const edge = target.current;
      target.current = null;
      markEdge(null);
      markFrame(null);
      const [move] = moves;
      if (edge !== null && move && insertNode(editor, edge, move.key, move.to)) return;
      const state = editor.document.getState();
      const wanted = frameForMoves(state, editor.types, moves);
      const fault = moveFault(
        state,
        editor.types,
        moves.map(({ key }) => key),
        wanted,
      );
      if (fault) editor.notify(moveFaultText(fault));
      const moved = moveOperations(state, editor.types, moves, fault ? null : wanted);
      const operations = withDocked(state, editor.types, moved);
      state.applyChanges(operations, { label: LABELS.move });
      notifyCut(editor, operations.filter(({ op }) => op === "remove_edge").length);
    },
    [editor, movesOf],
  );

  return { onNodeDrag, onNodeDragStop };
}

/** The edge that takes a dragged card: under the pointer, or under the middle of the card. */
function edgeUnder(editor: Editor, key: string, pointer: Position): string | null {
  const state = editor.document.getState();
  const card = editor.canvas.cardElement(key)?.getBoundingClientRect();
  const middle = card && { x: card.left + card.width / 2, y: card.top + card.height / 2 };
  for (const point of middle ? [pointer, middle] : [pointer]) {
    const edge = state.edges[edgeAt(point) ?? ""];
    if (edge && fitsInEdge(state, editor.types, edge, key)) return edge.id;
  }
  return null;
}

function notifyCut(editor: Editor, count: number): void {
  if (count === 0) return;
  editor.notify({ key: "problems:connectionsRemoved", values: { count } });
}

function screenPoint(event: MouseEvent | TouchEvent | React.MouseEvent): Position {
  const point = "touches" in event ? event.touches[0] : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}
