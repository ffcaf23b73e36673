/** Moving nodes into frames and out of them, and removing what holds others. */

import { MOST_NESTED } from "@/api/rules.gen";
import type { Position } from "@/api/types";
import type { Message } from "@/i18n/local-text";
import { frameAt, mayLieIn, nodeSize } from "./frames";
import { snap } from "./geometry";
import {
  absolutePosition,
  ancestorKeys,
  descendantKeys,
  homeOf,
  insidePosition,
  isContainer,
  isSameHome,
  outermost,
} from "./nesting";
import { applyOperations } from "./operations";
import { clearOfBorder } from "./placement";
import type { GraphDocument, GraphOperation, NodeTypeIndex } from "./types";

/** A node and where its corner is to be on the canvas. */
export type Move = { key: string; to: Position };

/** The frame that takes moved nodes: the innermost one under the middle of the first of them. */
export function frameForMoves(
  document: GraphDocument,
  types: NodeTypeIndex,
  moves: readonly Move[],
): string | null {
  const [first] = moves;
  const node = first && document.nodes[first.key];
  if (!first || !node) return null;
  const { width, height } = nodeSize(document, types, node);
  const middle = { x: first.to.x + width / 2, y: first.to.y + height / 2 };
  return frameAt(document, types, middle, new Set(moves.map(({ key }) => key)));
}

type MoveFault = "ends" | "depth";

/** Why nodes cannot lie in a frame, for people. */
export const moveFaultText = (fault: MoveFault): Message => ({
  key: `problems:move.${fault}`,
  values: { depth: MOST_NESTED },
});

/** Say why nodes cannot lie in a frame, or null when they can. */
export function moveFault(
  document: GraphDocument,
  types: NodeTypeIndex,
  keys: readonly string[],
  parent: string | null,
): MoveFault | null {
  if (parent === null) return null;
  const inside = keys.flatMap((key) => [key, ...descendantKeys(document.nodes, key)]);
  if (inside.some((key) => !mayLieIn(document, types, document.nodes[key]?.type ?? "", parent)))
    return "ends";
  const around =
    homeOf(document.nodes, types, parent).length + (isContainer(document.nodes[parent], types) ? 1 : 0);
  const deepest = Math.max(...keys.map((key) => containersWithin(document, types, key)));
  return around + deepest > MOST_NESTED ? "depth" : null;
}

function containersWithin(document: GraphDocument, types: NodeTypeIndex, key: string): number {
  const top = homeOf(document.nodes, types, key).length;
  const depths = [key, ...descendantKeys(document.nodes, key)]
    .filter((inner) => isContainer(document.nodes[inner], types))
    .map((inner) => homeOf(document.nodes, types, inner).length + 1 - top);
  return Math.max(0, ...depths);
}

/** Put nodes into a frame, or onto the canvas. Edges that would then cross a container's border go. */
export function moveOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  moves: readonly Move[],
  parent: string | null,
): GraphOperation[] {
  const updates = moves.map(({ key, to }): GraphOperation => {
    const inside = insidePosition(document.nodes, parent, to);
    const place = parent === null ? inside : clearOfBorder(inside);
    const position = { x: Math.round(place.x), y: Math.round(place.y) };
    const isSame = document.nodes[key]?.parent === parent;
    return { op: "update_node", key, changes: isSame ? { position } : { position, parent } };
  });
  return [...updates, ...cutEdges(applyOperations(document, updates).document, types, moves)];
}

function cutEdges(document: GraphDocument, types: NodeTypeIndex, moves: readonly Move[]): GraphOperation[] {
  const moved = new Set(moves.flatMap(({ key }) => [key, ...descendantKeys(document.nodes, key)]));
  return Object.values(document.edges)
    .filter(
      ({ source, target }) =>
        (moved.has(source) || moved.has(target)) && !isSameHome(document.nodes, types, source, target),
    )
    .map(({ id }) => ({ op: "remove_edge", id }));
}

/** Remove nodes: a container takes along what lies in it, a group leaves it where it is. */
export function removeOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  keys: readonly string[],
): GraphOperation[] {
  const { nodes } = document;
  const gone = new Set(
    keys.flatMap((key) => (isContainer(nodes[key], types) ? [key, ...descendantKeys(nodes, key)] : [key])),
  );
  const freed = Object.values(nodes).flatMap(({ key, parent }): GraphOperation[] => {
    if (gone.has(key) || parent === null || !gone.has(parent)) return [];
    const next = ancestorKeys(nodes, key).find((around) => !gone.has(around)) ?? null;
    const position = insidePosition(nodes, next, absolutePosition(nodes, key));
    return [{ op: "update_node", key, changes: { parent: next, position } }];
  });
  // What lies inside goes first, so that taking it back puts the frame there before it.
  const inner = [...gone].sort((a, b) => ancestorKeys(nodes, b).length - ancestorKeys(nodes, a).length);
  return [...freed, ...inner.map((key): GraphOperation => ({ op: "remove_node", key }))];
}

/** Put a frame around nodes that lie in the same frame; `frame` is the new node, its place is not read. */
export function surroundOperations(
  document: GraphDocument,
  keys: readonly string[],
  frame: Extract<GraphOperation, { op: "add_node" }>["node"],
  insets: { head: number; padding: number },
): GraphOperation[] {
  const inside = outermost(document.nodes, keys);
  const chosen = inside.flatMap((key) => document.nodes[key] ?? []);
  const [first] = chosen;
  if (!first || chosen.some(({ parent }) => parent !== first.parent)) return [];
  const corner = {
    x: snap(Math.min(...chosen.map(({ position }) => position.x)) - insets.padding),
    y: snap(Math.min(...chosen.map(({ position }) => position.y)) - insets.head - insets.padding / 3),
  };
  const around = { ...frame, position: corner, parent: first.parent };
  const moves = chosen.map(({ key, position }): GraphOperation => {
    const place = { x: position.x - corner.x, y: position.y - corner.y };
    return { op: "update_node", key, changes: { parent: frame.key, position: place } };
  });
  return [{ op: "add_node", node: around }, ...moves];
}
