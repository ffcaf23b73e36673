/** Where there is room: among what lies in the same frame, or on the canvas itself. */

import type { Position } from "@/api/types";
import { FRAME_HEAD, FRAME_PADDING, nodeBox } from "./frames";
import { type Box, GAP_Y, type Size, snap, snapUp } from "./geometry";
import { childKeys } from "./nesting";
import { type GraphDocument, type NodeTypeIndex, nodeList } from "./types";

const MARGIN = 16;

/** Boxes of what lies directly in a frame; null is the canvas. */
function siblingBoxes(document: GraphDocument, types: NodeTypeIndex, parent: string | null): Box[] {
  const nodes =
    parent === null
      ? nodeList(document).filter((node) => node.parent === null)
      : childKeys(document.nodes, parent).flatMap((key) => document.nodes[key] ?? []);
  return nodes.map((node) => nodeBox(document, types, node));
}

export function boundsOf(
  document: GraphDocument,
  types: NodeTypeIndex,
  parent: string | null = null,
): Box | null {
  const boxes = siblingBoxes(document, types, parent);
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

/**
 * The free place nearest below `wanted` for a card of `size`: nothing lands on top of another node.
 *
 * @param parent the frame that the node will lie in; places are as seen from its corner.
 */
export function freePosition(
  document: GraphDocument,
  types: NodeTypeIndex,
  wanted: Position,
  size: Size,
  parent: string | null = null,
): Position {
  const boxes = siblingBoxes(document, types, parent);
  const start = parent === null ? wanted : clearOfBorder(wanted);
  const place = { x: snap(start.x), y: snap(start.y) };
  for (;;) {
    const inTheWay = boxes.filter((box) => isOverlapping({ ...place, ...size }, box));
    if (inTheWay.length === 0) return place;
    place.y = snapUp(Math.max(...inTheWay.map((box) => box.y + box.height)) + GAP_Y);
  }
}

/** A frame grows to the right and downwards; to the left and upwards it has its border and its head. */
export function clearOfBorder({ x, y }: Position): Position {
  return { x: Math.max(x, FRAME_PADDING), y: Math.max(y, FRAME_HEAD + FRAME_PADDING / 3) };
}

function isOverlapping(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width + MARGIN &&
    b.x < a.x + a.width + MARGIN &&
    a.y < b.y + b.height + MARGIN &&
    b.y < a.y + a.height + MARGIN
  );
}
