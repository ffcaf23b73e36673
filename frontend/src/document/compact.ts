/** Shorten a list of operations without changing its effect; keeps autosave requests and history small. */

import type { JsonObject } from "@/api/types";
import { editedNode, type UpdateConfig } from "./operations";
import type { GraphOperation } from "./types";

/**
 * Merge each update into the last operation on the same node, when only other nodes were touched in between.
 *
 * Also drops a node that was added and removed within the list, with everything that was done to it.
 */
export function compactOperations(operations: readonly GraphOperation[]): GraphOperation[] {
  const result: (GraphOperation | null)[] = [];
  const lastOfNode = new Map<string, number>();
  for (const operation of operations) {
    if (operation.op === "update_node" && mergeUpdate(result, lastOfNode.get(operation.key), operation))
      continue;
    if (operation.op === "update_config" && mergeConfig(result, lastOfNode.get(operation.key), operation))
      continue;
    if (operation.op === "remove_node" && dropShortLived(result, lastOfNode, operation.key)) continue;
    if (operation.op === "remove_edge" && dropShortLivedEdge(result, operation.id)) continue;
    result.push(operation);
    const key = editedNode(operation);
    if (key) lastOfNode.set(key, result.length - 1);
  }
  return result.filter((operation) => operation !== null);
}

function mergeConfig(
  result: (GraphOperation | null)[],
  at: number | undefined,
  update: UpdateConfig,
): boolean {
  const earlier = at === undefined ? null : result[at];
  if (at === undefined || !earlier) return false;
  if (earlier.op === "add_node") {
    const config = withSettings(earlier.node.config, update);
    result[at] = { op: "add_node", node: { ...earlier.node, config } };
    return true;
  }
  if (earlier.op !== "update_config") return false;
  const set = withSettings(earlier.set ?? {}, update);
  const unset = [...(earlier.unset ?? []).filter((name) => !(name in set)), ...(update.unset ?? [])];
  result[at] = { op: "update_config", key: update.key, set, unset: [...new Set(unset)] };
  return true;
}

function withSettings(config: JsonObject, { set, unset }: UpdateConfig): JsonObject {
  const result = { ...config, ...set };
  for (const name of unset ?? []) delete result[name];
  return result;
}

function mergeUpdate(
  result: (GraphOperation | null)[],
  at: number | undefined,
  update: Extract<GraphOperation, { op: "update_node" }>,
): boolean {
  const earlier = at === undefined ? null : result[at];
  if (at === undefined || !earlier) return false;
  // Renames must keep their place: another node may have given the name up in between.
  if ("name" in update.changes && at !== result.length - 1) return false;
  if (earlier.op === "add_node") {
    result[at] = { op: "add_node", node: { ...earlier.node, ...update.changes } };
    return true;
  }
  if (earlier.op !== "update_node") return false;
  result[at] = { ...earlier, changes: { ...earlier.changes, ...update.changes } };
  return true;
}

/** Forget a node that was added within this list; the operations on its edges go as well. */
function dropShortLived(
  result: (GraphOperation | null)[],
  lastOfNode: Map<string, number>,
  key: string,
): boolean {
  const start = result.findLastIndex(
    (operation) => operation?.op === "add_node" && operation.node.key === key,
  );
  if (start < 0 || result.slice(start).some((operation) => isRemoval(operation, key))) return false;
  const edges = new Set<string>();
  for (let index = start; index < result.length; index += 1) {
    const operation = result[index];
    if (!operation) continue;
    if (operation.op === "add_edge" && (operation.edge.source === key || operation.edge.target === key)) {
      edges.add(operation.edge.id);
      result[index] = null;
    } else if (operation.op === "remove_edge" ? edges.has(operation.id) : editedNode(operation) === key) {
      result[index] = null;
    }
  }
  lastOfNode.delete(key);
  return true;
}

function isRemoval(operation: GraphOperation | null | undefined, key: string): boolean {
  return operation?.op === "remove_node" && operation.key === key;
}

function dropShortLivedEdge(result: (GraphOperation | null)[], id: string): boolean {
  const at = result.findLastIndex((operation) => edgeIdOf(operation) === id);
  if (at < 0 || result[at]?.op !== "add_edge") return false;
  result[at] = null;
  return true;
}

function edgeIdOf(operation: GraphOperation | null | undefined): string | null {
  if (operation?.op === "add_edge") return operation.edge.id;
  return operation?.op === "remove_edge" ? operation.id : null;
}
