/** Whether changes made elsewhere touch the same things as ours. */

import type { GraphDocument, GraphOperation } from "./types";

/** Names of what an operation changes (`writes`) and of what it needs to stay there (`needs`). */
type Touched = { writes: Set<string>; needs: Set<string> };

export function isConflicting(
  document: GraphDocument,
  ours: readonly GraphOperation[],
  theirs: readonly GraphOperation[],
): boolean {
  const left = touchedBy(document, ours);
  const right = touchedBy(document, theirs);
  return (
    overlaps(left.writes, right.writes) ||
    overlaps(left.needs, right.writes) ||
    overlaps(left.writes, right.needs)
  );
}

function touchedBy(document: GraphDocument, operations: readonly GraphOperation[]): Touched {
  const writes = new Set<string>();
  const needs = new Set<string>();
  for (const operation of operations) {
    switch (operation.op) {
      case "add_node":
        writes.add(`exists:${operation.node.key}`).add(`name:${operation.node.name}`);
        break;
      case "update_node":
        needs.add(`exists:${operation.key}`);
        for (const field of Object.keys(operation.changes)) writes.add(`${field}:${operation.key}`);
        if (operation.changes.name !== undefined) writes.add(`name:${operation.changes.name}`);
        break;
      case "remove_node":
        writes.add(`exists:${operation.key}`);
        for (const edge of Object.values(document.edges)) {
          if (edge.source === operation.key || edge.target === operation.key) writes.add(`edge:${edge.id}`);
        }
        break;
      case "add_edge":
        writes.add(`edge:${operation.edge.id}`);
        needs.add(`exists:${operation.edge.source}`).add(`exists:${operation.edge.target}`);
        break;
      case "remove_edge":
        writes.add(`edge:${operation.id}`);
        break;
    }
  }
  return { writes, needs };
}

function overlaps(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  for (const item of left) if (right.has(item)) return true;
  return false;
}
