/** While cards are dragged they snap to what they line up with, and the lines are shown. */

import type { NodeChange, OnNodeDrag, OnNodesChange } from "@xyflow/react";
import { useCallback, useRef } from "react";
import { create } from "zustand";
import type { Editor } from "@/commands/editor-context";
import { type Guide, type GuideTargets, guideTargets, snapToGuides } from "@/document/alignment-guides";
import { hiddenIn, nodeSize } from "@/document/frames";
import type { Box } from "@/document/geometry";
import { absolutePosition, ancestorKeys, descendantKeys } from "@/document/nesting";
import type { CardNode } from "./to-flow";

/** Snap distance, in screen pixels. */
const REACH = 6;
const NONE: readonly Guide[] = [];

export const useGuides = create<{ guides: readonly Guide[] }>(() => ({ guides: NONE }));

type PositionChange = Extract<NodeChange<CardNode>, { type: "position" }>;

export function useAlignmentGuides(editor: Editor, onNodesChange: OnNodesChange<CardNode>) {
  const targets = useRef<GuideTargets | null>(null);

  const onNodeDragStart: OnNodeDrag<CardNode> = useCallback(
    (_event, _node, nodes) => {
      targets.current = guideTargets(boxesInView(editor, new Set(nodes.map(({ id }) => id))));
    },
    [editor],
  );

  const onSnappedChange: OnNodesChange<CardNode> = useCallback(
    (changes) => {
      const moves = changes.filter((change) => change.type === "position");
      const box = targets.current && moves.length > 0 ? boxAround(editor, moves) : null;
      if (!targets.current || !box) return onNodesChange(changes);
      const { by, guides } = snapToGuides(targets.current, box, REACH / editor.canvas.zoom());
      const isDropped = moves.some(({ dragging }) => dragging === false);
      if (isDropped) targets.current = null;
      useGuides.setState({ guides: isDropped ? NONE : guides });
      onNodesChange(changes.map((change) => (change.type === "position" ? movedBy(change, by) : change)));
    },
    [editor, onNodesChange],
  );

  return { onNodeDragStart, onNodesChange: onSnappedChange };
}

function movedBy(change: PositionChange, by: { x: number; y: number }): PositionChange {
  const { position } = change;
  return position ? { ...change, position: { x: position.x + by.x, y: position.y + by.y } } : change;
}

/** Visible boxes, except the dragged ones and their frames. */
function boxesInView(editor: Editor, dragged: ReadonlySet<string>): Box[] {
  const { nodes } = editor.document.getState();
  const view = editor.canvas.visibleBox();
  const without = new Set(
    [...dragged].flatMap((key) => [key, ...descendantKeys(nodes, key), ...ancestorKeys(nodes, key)]),
  );
  return Object.values(nodes).flatMap((node) => {
    if (without.has(node.key) || hiddenIn(nodes, editor.types, node.key) !== null) return [];
    const box = { ...absolutePosition(nodes, node.key), ...nodeSize({ nodes }, editor.types, node) };
    return view && isOverlapping(view, box) ? [box] : [];
  });
}

function isOverlapping(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The box around what is dragged; changes tell places as seen from the frames around. */
function boxAround(editor: Editor, moves: readonly PositionChange[]): Box | null {
  const { nodes } = editor.document.getState();
  const boxes = moves.flatMap(({ id, position }) => {
    const node = nodes[id];
    if (!node || !position) return [];
    const corner = node.parent === null ? { x: 0, y: 0 } : absolutePosition(nodes, node.parent);
    const size = nodeSize({ nodes }, editor.types, node);
    return [{ x: corner.x + position.x, y: corner.y + position.y, ...size }];
  });
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
