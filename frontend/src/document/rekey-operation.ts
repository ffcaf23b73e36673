/** Edits of nodes that got other keys. */

import { renameReferences } from "./references";
import type { GraphOperation } from "./types";

/** Rewrite the keys of nodes in an operation. */
export function rekeyOperation(operation: GraphOperation, keys: ReadonlyMap<string, string>): GraphOperation {
  const to = (key: string) => keys.get(key) ?? key;
  const renaming = { keys, names: new Map<string, string>(), keyOf: new Map<string, string>() };
  switch (operation.op) {
    case "add_node": {
      const { node } = operation;
      const parent = node.parent === null ? null : to(node.parent);
      const config = renameReferences(node.config, renaming);
      return { op: "add_node", node: { ...node, key: to(node.key), parent, config } };
    }
    case "update_node": {
      const { parent } = operation.changes;
      const changes = parent ? { ...operation.changes, parent: to(parent) } : operation.changes;
      return { op: "update_node", key: to(operation.key), changes };
    }
    case "update_config": {
      const set = renameReferences(operation.set ?? {}, renaming);
      return { ...operation, key: to(operation.key), set };
    }
    case "remove_node":
      return { op: "remove_node", key: to(operation.key) };
    case "add_edge": {
      const { edge } = operation;
      return { op: "add_edge", edge: { ...edge, source: to(edge.source), target: to(edge.target) } };
    }
    case "remove_edge":
      return operation;
  }
}
