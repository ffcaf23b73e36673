/** Nodes beside the graph: what is only drawn, and what starts runs. Runs never come to them, nothing is connected to them. */

import type { NodeTypeInfo } from "@/api/types";
import { GAP_X, type Size } from "./geometry";
import { type GraphDocument, type GraphOperation, type NodeDoc, type NodeTypeIndex, nodeList } from "./types";

export function isOffThePath(type: NodeTypeInfo | undefined): boolean {
  return type?.role === "canvas" || isTrigger(type);
}

export function isTrigger(type: NodeTypeInfo | undefined): boolean {
  return type?.role === "trigger";
}

/** Triggers of a workflow, in the order they were added. */
export function triggersOf(document: GraphDocument, types: NodeTypeIndex): NodeDoc[] {
  return nodeList(document).filter(({ type }) => isTrigger(types[type]));
}

/** Dock position of a trigger: left of the start. */
export function dockAt(start: NodeDoc, { width }: Size): NodeDoc["position"] {
  return { x: start.position.x - GAP_X - width, y: start.position.y };
}

/** Moves, and with the start go the triggers that are docked at it and have no move of their own. */
export function withDocked(
  document: GraphDocument,
  types: NodeTypeIndex,
  moves: readonly GraphOperation[],
): GraphOperation[] {
  const moved = new Map(
    moves.flatMap((move) =>
      move.op === "update_node" && move.changes.position ? [[move.key, move.changes.position] as const] : [],
    ),
  );
  const start = nodeList(document).find(({ type }) => type === "start");
  const to = start && moved.get(start.key);
  if (!to) return [...moves];
  const by = { x: to.x - start.position.x, y: to.y - start.position.y };
  const docked = triggersOf(document, types).filter(({ key }) => !moved.has(key));
  return [
    ...moves,
    ...docked.map(({ key, position }) => ({
      op: "update_node" as const,
      key,
      changes: { position: { x: position.x + by.x, y: position.y + by.y } },
    })),
  ];
}
