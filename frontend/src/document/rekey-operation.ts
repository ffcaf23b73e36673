/** Edits of nodes that got other keys. */

import type { JsonObject, NodeTypeInfo } from "@/api/types";
import { renameReferences } from "./references";
import type { GraphOperation } from "./types";

/**
 * Rewrite the keys of nodes in an operation.
 *
 * @param typeOf type of the node with an earlier key.
 */
export function rekeyOperation(
  operation: GraphOperation,
  keys: ReadonlyMap<string, string>,
  typeOf: (key: string) => NodeTypeInfo | undefined,
): GraphOperation {
  const to = (key: string) => keys.get(key) ?? key;
  const renaming = { keys, names: new Map<string, string>(), keyOf: new Map<string, string>() };
  const follow = (config: JsonObject, key: string) => renameReferences(config, renaming, typeOf(key));
  switch (operation.op) {
    case "add_node": {
      const { node } = operation;
      const parent = node.parent === null ? null : to(node.parent);
      const config = follow(node.config, node.key);
      return { op: "add_node", node: { ...node, key: to(node.key), parent, config } };
    }
    case "update_node": {
      const { key, changes } = operation;
      const { parent, config } = changes;
      const followed = {
        ...changes,
        ...(parent && { parent: to(parent) }),
        ...(config && { config: follow(config, key) }),
      };
      return { op: "update_node", key: to(key), changes: followed };
    }
    case "update_config": {
      const set = follow(operation.set ?? {}, operation.key);
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
