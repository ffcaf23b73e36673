/** Edits of nodes that got other keys. */

import type { JsonObject, NodeTypeInfo } from "@/api/types";
import { renameReferences } from "./references";
import type { GraphDocument, GraphOperation, NodeTypeIndex } from "./types";

/**
 * Rewrites the keys of nodes in operations, one after the other, as they are applied. References are followed as a
 * node's type reads its texts, also where an earlier operation adds the node.
 *
 * @param keys old key to new key; may grow between two operations.
 * @param documents nodes by their old keys; the first document that has one decides.
 */
export function rekeying(
  keys: ReadonlyMap<string, string>,
  types: NodeTypeIndex,
  ...documents: GraphDocument[]
): (operation: GraphOperation) => GraphOperation {
  const added = new Map<string, string>();
  const known = (key: string) => documents.find(({ nodes }) => Object.hasOwn(nodes, key))?.nodes[key]?.type;
  const typeOf = (key: string) => types[added.get(key) ?? known(key) ?? ""];
  return (operation) => {
    if (operation.op === "add_node") added.set(operation.node.key, operation.node.type);
    return keys.size === 0 ? operation : rekeyed(operation, keys, typeOf);
  };
}

function rekeyed(
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
