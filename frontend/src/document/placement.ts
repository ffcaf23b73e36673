/** Finds free space in a frame, or on the canvas itself. */

import type { Position } from "@/api/types";
import { FRAME_HEAD, FRAME_PADDING, nodeBox } from "./frames";
import { type Box, GAP_Y, type Size, snap, snapUp } from "./geometry";
import { ancestorKeys, childKeys } from "./nesting";
import { applyOperations } from "./operations";
import { type GraphDocument, type GraphOperation, type NodeDoc, type NodeTypeIndex, nodeList } from "./types";

const MARGIN = 16;

/** Boxes of what lies directly in a frame; null is the canvas. */
function siblingBoxes(document: GraphDocument, types: NodeTypeIndex, parent: string | null): Box[] {
  return siblings(document, parent).map((node) => nodeBox(document, types, node));
}

function siblings(document: GraphDocument, parent: string | null): NodeDoc[] {
  return parent === null
    ? nodeList(document).filter((node) => node.parent === null)
    : childKeys(document.nodes, parent).flatMap((key) => document.nodes[key] ?? []);
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

/**
 * Move nodes of one frame, and whatever they would then lie on.
 *
 * All move by the same way, to the right or downwards, so that none of them comes to lie on another one.
 */
export function pushAside(
  document: GraphDocument,
  types: NodeTypeIndex,
  keys: Iterable<string>,
  by: Position,
): GraphOperation[] {
  const pushed = new Set(keys);
  const parent = document.nodes[[...pushed][0] ?? ""]?.parent ?? null;
  const around = siblings(document, parent).map((node) => ({ node, box: nodeBox(document, types, node) }));
  for (const key of pushed) {
    const node = document.nodes[key];
    if (!node) continue;
    const box = nodeBox(document, types, node);
    const moved = { ...box, x: box.x + by.x, y: box.y + by.y };
    for (const other of around) {
      if (!pushed.has(other.node.key) && isOverlapping(moved, other.box)) pushed.add(other.node.key);
    }
  }
  return around
    .filter(({ node }) => pushed.has(node.key))
    .map(({ node: { key, position } }) => ({
      op: "update_node",
      key,
      changes: { position: { x: position.x + by.x, y: position.y + by.y } },
    }));
}

/** Operations that push away what frames lie on after an edit in one of them has made them larger. */
export function pushAroundFrames(
  before: GraphDocument,
  types: NodeTypeIndex,
  edit: readonly GraphOperation[],
  inside: string | null,
): GraphOperation[] {
  let current = applyOperations(before, edit).document;
  const pushes: GraphOperation[] = [];
  for (const key of inside === null ? [] : [inside, ...ancestorKeys(before.nodes, inside)]) {
    const [old, frame] = [before.nodes[key], current.nodes[key]];
    if (!old || !frame) continue;
    const was = nodeBox(before, types, old);
    const is = nodeBox(current, types, frame);
    const covered = siblings(current, frame.parent).filter(
      (node) => node.key !== key && isOverlapping(is, nodeBox(current, types, node)),
    );
    for (const side of ["x", "y"] as const) {
      const [length, other] = side === "x" ? (["width", "y"] as const) : (["height", "x"] as const);
      const beside = covered.filter((node) => node.position[side] >= was[side] + was[length]);
      if (is[length] <= was[length] || beside.length === 0) continue;
      const by = { [side]: is[length] - was[length], [other]: 0 };
      const moves = pushAside(
        current,
        types,
        beside.map((node) => node.key),
        { x: by.x ?? 0, y: by.y ?? 0 },
      );
      pushes.push(...moves);
      current = applyOperations(current, moves).document;
    }
  }
  return pushes;
}

function isOverlapping(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width + MARGIN &&
    b.x < a.x + a.width + MARGIN &&
    a.y < b.y + b.height + MARGIN &&
    b.y < a.y + a.height + MARGIN
  );
}
