/** Apply graph operations to a document and compute the operations that take them back. */

import type { JsonObject } from "@/api/types";
import { isEqualJson } from "@/lib/equal-json";
import type { EdgeDoc, GraphDocument, GraphOperation, NodeDoc } from "./types";

export type Applied = { document: GraphDocument; inverse: GraphOperation[] };
export type NodeChanges = Partial<Omit<NodeDoc, "key">>;
export type UpdateConfig = Extract<GraphOperation, { op: "update_config" }>;

/** An operation that does not fit the document it was applied to. */
export class OperationError extends Error {
  readonly operation: GraphOperation;

  constructor(operation: GraphOperation, message: string) {
    super(message);
    this.name = "OperationError";
    this.operation = operation;
  }
}

/** A document being changed: the records are copied once per batch, not once per operation. */
type Draft = { nodes: Record<string, NodeDoc>; order: string[]; edges: Record<string, EdgeDoc> };

/**
 * Apply a batch of operations, all or nothing.
 *
 * @returns the new document and the operations that restore the old one, in the order in which to apply them.
 * @throws OperationError when an operation names something that is missing or already there.
 */
export function applyOperations(document: GraphDocument, operations: readonly GraphOperation[]): Applied {
  const draft = draftFor(document, operations);
  const inverse: GraphOperation[] = [];
  for (const operation of operations) inverse.unshift(...applyOne(draft, operation));
  return { document: draft, inverse };
}

/** Apply what fits and leave out the rest: for changes of other people and for old history entries. */
export function applyTolerant(
  document: GraphDocument,
  operations: readonly GraphOperation[],
): Applied & { applied: GraphOperation[] } {
  const draft = draftFor(document, operations);
  const inverse: GraphOperation[] = [];
  const applied: GraphOperation[] = [];
  for (const operation of operations) {
    try {
      inverse.unshift(...applyOne(draft, operation));
      applied.push(operation);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
    }
  }
  return { document: draft, inverse, applied };
}

function draftFor(document: GraphDocument, operations: readonly GraphOperation[]): Draft {
  const has = (...names: GraphOperation["op"][]) => operations.some(({ op }) => names.includes(op));
  const structural = has("add_node", "remove_node");
  const edges = has("add_edge", "remove_edge", "remove_node");
  return {
    nodes: structural || has("update_node", "update_config") ? { ...document.nodes } : document.nodes,
    // Without nodes that come or go nothing writes to it.
    order: structural ? [...document.order] : (document.order as string[]),
    edges: edges ? { ...document.edges } : document.edges,
  };
}

function applyOne(draft: Draft, operation: GraphOperation): GraphOperation[] {
  switch (operation.op) {
    case "add_node":
      return addNode(draft, operation);
    case "update_node":
      return updateNode(draft, operation);
    case "update_config":
      return updateConfig(draft, operation);
    case "remove_node":
      return removeNode(draft, operation);
    case "add_edge":
      return addEdge(draft, operation);
    case "remove_edge":
      return removeEdge(draft, operation);
  }
}

function addNode(draft: Draft, operation: Extract<GraphOperation, { op: "add_node" }>): GraphOperation[] {
  const { node } = operation;
  if (draft.nodes[node.key]) throw new OperationError(operation, `node ${node.key} exists already`);
  draft.nodes[node.key] = node;
  draft.order.push(node.key);
  return [{ op: "remove_node", key: node.key }];
}

function updateNode(
  draft: Draft,
  operation: Extract<GraphOperation, { op: "update_node" }>,
): GraphOperation[] {
  const node = draft.nodes[operation.key];
  if (!node) throw new OperationError(operation, `node ${operation.key} does not exist`);
  const before = changedFields(node, operation.changes);
  if (Object.keys(before).length === 0) return [];
  draft.nodes[operation.key] = { ...node, ...operation.changes };
  return [{ op: "update_node", key: operation.key, changes: before }];
}

function updateConfig(draft: Draft, operation: UpdateConfig): GraphOperation[] {
  const node = draft.nodes[operation.key];
  if (!node) throw new OperationError(operation, `node ${operation.key} does not exist`);
  const config = { ...node.config, ...operation.set };
  for (const name of operation.unset ?? []) delete config[name];
  const inverse = configChange(operation.key, config, node.config);
  if (!inverse) return [];
  draft.nodes[operation.key] = { ...node, config };
  return [inverse];
}

/** The key of the node that an operation edits; null for those of edges. */
export function editedNode(operation: GraphOperation): string | null {
  if (operation.op === "add_node") return operation.node.key;
  return operation.op === "add_edge" || operation.op === "remove_edge" ? null : operation.key;
}

/** Change between two settings of a node; null if they are equal. */
export function configChange(key: string, before: JsonObject, after: JsonObject): UpdateConfig | null {
  const changed = Object.entries(after).filter(
    ([name, value]) => !(name in before) || !isEqualJson(before[name], value),
  );
  const unset = Object.keys(before).filter((name) => !(name in after));
  if (changed.length + unset.length === 0) return null;
  return { op: "update_config", key, set: Object.fromEntries(changed), unset };
}

/** The present values of the fields that `changes` would alter. */
function changedFields(node: NodeDoc, changes: NodeChanges): NodeChanges {
  const present = new Map<string, unknown>(Object.entries(node));
  const changed = Object.entries(changes).filter(([name, value]) => !isEqualJson(present.get(name), value));
  return Object.fromEntries(changed.map(([name]) => [name, present.get(name)]));
}

function removeNode(
  draft: Draft,
  operation: Extract<GraphOperation, { op: "remove_node" }>,
): GraphOperation[] {
  const node = draft.nodes[operation.key];
  if (!node) throw new OperationError(operation, `node ${operation.key} does not exist`);
  const attached = Object.values(draft.edges).filter(
    (edge) => edge.source === operation.key || edge.target === operation.key,
  );
  for (const edge of attached) delete draft.edges[edge.id];
  delete draft.nodes[operation.key];
  draft.order.splice(draft.order.indexOf(operation.key), 1);
  return [{ op: "add_node", node }, ...attached.map((edge) => ({ op: "add_edge" as const, edge }))];
}

function addEdge(draft: Draft, operation: Extract<GraphOperation, { op: "add_edge" }>): GraphOperation[] {
  const { edge } = operation;
  if (draft.edges[edge.id]) throw new OperationError(operation, `edge ${edge.id} exists already`);
  if (!draft.nodes[edge.source] || !draft.nodes[edge.target]) {
    throw new OperationError(operation, `edge ${edge.id} ends at a missing node`);
  }
  draft.edges[edge.id] = edge;
  return [{ op: "remove_edge", id: edge.id }];
}

function removeEdge(
  draft: Draft,
  operation: Extract<GraphOperation, { op: "remove_edge" }>,
): GraphOperation[] {
  const edge = draft.edges[operation.id];
  if (!edge) throw new OperationError(operation, `edge ${operation.id} does not exist`);
  delete draft.edges[operation.id];
  return [{ op: "add_edge", edge }];
}
