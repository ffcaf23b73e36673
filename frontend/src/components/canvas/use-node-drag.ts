/** Dragging cards: one edit when the drag ends. A loose card that is dropped on an edge goes into it; a frame takes what
 * is dropped in it. */

import type { OnNodeDrag } from "@xyflow/react";
import { useCallback, useRef } from "react";
import type { Editor } from "@/commands/editor-context";
import { insertNode } from "@/commands/edits";
import { LABELS } from "@/commands/labels";
import { incomingEdges, outgoingEdges } from "@/document/edge-index";
import { outermost } from "@/document/nesting";
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
      const isLoose = nodes.length === 1 && hangsLoose(editor, node.id);
      target.current = isLoose ? edgeAt(screenPoint(event)) : null;
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
    (_event, node, nodes) => {
      const moves = movesOf(nodes);
      const edge = target.current;
      target.current = null;
      markEdge(null);
      markFrame(null);
      if (edge !== null && drop(editor, moves, edge, node.id)) return;
      const state = editor.document.getState();
      const wanted = frameForMoves(state, editor.types, moves);
      const fault = moveFault(
        state,
        editor.types,
        moves.map(({ key }) => key),
        wanted,
      );
      if (fault) editor.notify(moveFaultText(fault));
      const operations = moveOperations(state, editor.types, moves, fault ? null : wanted);
      state.applyChanges(operations, { label: LABELS.move });
      notifyCut(editor, operations.filter(({ op }) => op === "remove_edge").length);
    },
    [editor, movesOf],
  );

  return { onNodeDrag, onNodeDragStop };
}

/** Drop one loose card on an edge, into the frame that the edge lies in. */
function drop(editor: Editor, moves: Move[], edge: string, key: string): boolean {
  const state = editor.document.getState();
  const source = state.nodes[state.edges[edge]?.source ?? ""];
  const parent = source?.parent ?? null;
  if (moveFault(state, editor.types, [key], parent)) return false;
  return insertNode(editor, edge, key, moveOperations(state, editor.types, moves, parent));
}

function notifyCut(editor: Editor, count: number): void {
  if (count === 0) return;
  editor.notify({ key: "problems:connectionsRemoved", values: { count } });
}

function hangsLoose(editor: Editor, key: string): boolean {
  const { edges } = editor.document.getState();
  return incomingEdges(edges, key).length === 0 && outgoingEdges(edges, key).length === 0;
}

function screenPoint(event: MouseEvent | TouchEvent | React.MouseEvent): { x: number; y: number } {
  const point = "touches" in event ? event.touches[0] : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}
