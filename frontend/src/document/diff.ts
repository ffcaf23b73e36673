/** The operations that turn one document into another: for settling a conflict. */

import { isEqualJson } from "@/lib/equal-json";
import type { NodeChanges } from "./operations";
import { type GraphDocument, type GraphOperation, type NodeDoc, nodeList } from "./types";

const FIELDS = [
  "name",
  "type",
  "type_version",
  "config",
  "position",
  "parent",
  "bypass",
  "pinned_output",
] as const satisfies (keyof NodeChanges)[];

export function diffDocuments(from: GraphDocument, to: GraphDocument): GraphOperation[] {
  const operations: GraphOperation[] = [];
  for (const edge of Object.values(from.edges)) {
    if (!isEqualJson(edge, to.edges[edge.id])) operations.push({ op: "remove_edge", id: edge.id });
  }
  for (const key of from.order) if (!to.nodes[key]) operations.push({ op: "remove_node", key });
  for (const node of nodeList(to)) {
    const before = from.nodes[node.key];
    if (!before) operations.push({ op: "add_node", node });
    else operations.push(...changesBetween(before, node));
  }
  for (const edge of Object.values(to.edges)) {
    if (!isEqualJson(edge, from.edges[edge.id])) operations.push({ op: "add_edge", edge });
  }
  return operations;
}

function changesBetween(before: NodeDoc, after: NodeDoc): GraphOperation[] {
  const changed = FIELDS.filter((field) => !isEqualJson(before[field], after[field]));
  if (changed.length === 0) return [];
  const changes: NodeChanges = Object.fromEntries(changed.map((field) => [field, after[field]]));
  return [{ op: "update_node", key: after.key, changes }];
}
