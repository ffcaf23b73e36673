/** Lining nodes up and spreading them evenly. What lies in a chosen frame moves with it; nothing comes to lie on another. */

import type { Position } from "@/api/types";
import { nodeSize } from "./frames";
import { type Box, GAP_Y } from "./geometry";
import { absolutePosition, outermost } from "./nesting";
import { moveOperations } from "./reparent";
import type { GraphDocument, GraphOperation, NodeTypeIndex } from "./types";

export type Alignment = "left" | "center" | "right" | "top" | "middle" | "bottom";
export type Direction = "horizontal" | "vertical";

type Placed = Box & { key: string };
type Axis = { start: "x" | "y"; length: "width" | "height" };

const ACROSS: Axis = { start: "x", length: "width" };
const DOWN: Axis = { start: "y", length: "height" };

/** Share of the free length before a node. */
const SHARE_BEFORE: Record<Alignment, number> = {
  left: 0,
  center: 0.5,
  right: 1,
  top: 0,
  middle: 0.5,
  bottom: 1,
};

export function alignOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  keys: readonly string[],
  alignment: Alignment,
): GraphOperation[] {
  const boxes = boxesOf(document, types, keys);
  const isAcross = alignment === "left" || alignment === "center" || alignment === "right";
  const [axis, other] = isAcross ? [ACROSS, DOWN] : [DOWN, ACROSS];
  const { from, to } = span(boxes, axis);
  const aligned = boxes.map((box) => ({
    ...box,
    [axis.start]: from + (to - from - box[axis.length]) * SHARE_BEFORE[alignment],
  }));
  return placeOperations(document, types, withoutOverlap(aligned, other));
}

/** Equal gaps between nodes; the first and the last stay, unless there is no room between them. */
export function distributeOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  keys: readonly string[],
  direction: Direction,
): GraphOperation[] {
  const axis = direction === "horizontal" ? ACROSS : DOWN;
  const boxes = boxesOf(document, types, keys).sort((a, b) => a[axis.start] - b[axis.start]);
  const { from, to } = span(boxes, axis);
  const filled = boxes.reduce((sum, box) => sum + box[axis.length], 0);
  const gap = Math.max((to - from - filled) / (boxes.length - 1), LEAST_GAP);
  let next = from;
  const spread = boxes.map((box) => {
    const placed = { ...box, [axis.start]: next };
    next += box[axis.length] + gap;
    return placed;
  });
  return placeOperations(document, types, spread);
}

const LEAST_GAP = 16;

function boxesOf({ nodes }: GraphDocument, types: NodeTypeIndex, keys: readonly string[]): Placed[] {
  return outermost(nodes, keys).flatMap((key) => {
    const node = nodes[key];
    return node ? [{ key, ...absolutePosition(nodes, key), ...nodeSize({ nodes }, types, node) }] : [];
  });
}

function span(boxes: readonly Placed[], { start, length }: Axis): { from: number; to: number } {
  return {
    from: Math.min(...boxes.map((box) => box[start])),
    to: Math.max(...boxes.map((box) => box[start] + box[length])),
  };
}

/** Boxes that lie in one line, one behind the other: what would begin in another one begins behind it. */
function withoutOverlap(boxes: readonly Placed[], { start, length }: Axis): Placed[] {
  let free = Number.NEGATIVE_INFINITY;
  return [...boxes]
    .sort((a, b) => a[start] - b[start])
    .map((box) => {
      const begin = box[start] < free ? free + GAP_Y : box[start];
      free = begin + box[length];
      return { ...box, [start]: begin };
    });
}

function placeOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  places: readonly (Position & { key: string })[],
): GraphOperation[] {
  return places.flatMap(({ key, x, y }) =>
    moveOperations(document, types, [{ key, to: { x, y } }], document.nodes[key]?.parent ?? null),
  );
}
