/** The operations that turn one document into another: for settling a conflict and for restoring a version. */

import { isEqualJson } from "@/lib/equal-json";
import type { NodeChanges } from "./operations";
import { policyOf } from "./policy";
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
  const kept = keptEdges(from, to);
  for (const { id } of Object.values(from.edges)) {
    if (!kept.has(id)) operations.push({ op: "remove_edge", id });
  }
  for (const key of from.order) if (!to.nodes[key]) operations.push({ op: "remove_node", key });
  for (const node of nodeList(to)) {
    const before = from.nodes[node.key];
    if (!before) operations.push({ op: "add_node", node });
    else operations.push(...changesBetween(before, node));
  }
  for (const edge of Object.values(to.edges)) {
    if (!kept.has(edge.id)) operations.push({ op: "add_edge", edge });
  }
  return operations;
}

/** Edges that may stay: a new one comes last, and the order of edges decides that of branches. */
function keptEdges(from: GraphDocument, to: GraphDocument): ReadonlySet<string> {
  const same = Object.values(from.edges).filter((edge) => isEqualJson(edge, to.edges[edge.id]));
  const place = new Map(same.map(({ id }, index) => [id, index]));
  const kept = new Set<string>();
  let reached = -1;
  for (const { id } of Object.values(to.edges)) {
    const found = place.get(id) ?? -1;
    if (found <= reached) break;
    kept.add(id);
    reached = found;
  }
  return kept;
}

function changesBetween(before: NodeDoc, after: NodeDoc): GraphOperation[] {
  const changed = FIELDS.filter((field) => !isEqualJson(before[field], after[field]));
  const changes: NodeChanges = Object.fromEntries(changed.map((field) => [field, after[field]]));
  if (!isEqualJson(policyOf(before), policyOf(after))) changes.policy = policyOf(after);
  if (Object.keys(changes).length === 0) return [];
  return [{ op: "update_node", key: after.key, changes }];
}
