/** Possible changes of others, when the path from our base to the stored graph is not known. */

import { editedNode } from "./operations";
import type { GraphDocument, GraphOperation } from "./types";

/** Operations that write every field of the nodes that our edits speak of: whatever differs becomes a conflict. */
export function possibleChanges(own: readonly GraphOperation[], saved: GraphDocument): GraphOperation[] {
  const keys = new Set(own.flatMap((operation) => editedNode(operation) ?? []));
  const added = new Set(own.flatMap((operation) => (operation.op === "add_node" ? operation.node.key : [])));
  return [...keys].flatMap((key): GraphOperation[] => {
    const node = saved.nodes[key];
    if (!node) return [];
    if (added.has(key)) return [{ op: "add_node", node }];
    const { key: _key, ...changes } = node;
    return [{ op: "update_node", key, changes }];
  });
}
