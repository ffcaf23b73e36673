/** Dragging cards: one edit when the drag ends; a loose card that is dropped on an edge goes into it. */

import type { OnNodeDrag } from "@xyflow/react";
import { useCallback, useRef } from "react";
import type { GraphOperation } from "@/api/types";
import { insertNode } from "@/commands/edits";
import { LABELS } from "@/commands/labels";
import { incomingEdges, outgoingEdges } from "@/document/edge-index";
import type { Editor } from "@/features/editor/editor-context";
import { edgeAt, markEdge } from "./edge-target";
import type { CardNode } from "./to-flow";

export function useNodeDrag(editor: Editor) {
  const target = useRef<string | null>(null);

  const onNodeDrag: OnNodeDrag<CardNode> = useCallback(
    (event, node, nodes) => {
      const isLoose = nodes.length === 1 && hangsLoose(editor, node.id);
      target.current = isLoose ? edgeAt(screenPoint(event)) : null;
      markEdge(target.current);
    },
    [editor],
  );

  const onNodeDragStop: OnNodeDrag<CardNode> = useCallback(
    (_event, node, nodes) => {
      const state = editor.document.getState();
      const moves = nodes.flatMap((moved): GraphOperation[] =>
        state.nodes[moved.id]
          ? [{ op: "update_node", key: moved.id, changes: { position: roundedPosition(moved.position) } }]
          : [],
      );
      const edge = target.current;
      target.current = null;
      markEdge(null);
      if (edge !== null && insertNode(editor, edge, node.id, moves)) return;
      state.applyChanges(moves, { label: LABELS.move });
    },
    [editor],
  );

  return { onNodeDrag, onNodeDragStop };
}

function hangsLoose(editor: Editor, key: string): boolean {
  const { edges } = editor.document.getState();
  return incomingEdges(edges, key).length === 0 && outgoingEdges(edges, key).length === 0;
}

function roundedPosition({ x, y }: { x: number; y: number }) {
  return { x: Math.round(x), y: Math.round(y) };
}

function screenPoint(event: MouseEvent | TouchEvent | React.MouseEvent): { x: number; y: number } {
  const point = "touches" in event ? event.touches[0] : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}
