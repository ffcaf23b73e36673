/**
 * Outputs of a run that the draft would change: the node's settings, its incoming edges, or something upstream have
 * changed. Pure and stateless, so undo clears the marks.
 *
 * Changes outside the workflow (a tool, a saved agent, a service) are not considered.
 */

import type { JsonObject, RunMode } from "@/api/types";
import { isEqualJson } from "@/lib/equal-json";
import { incomingEdges, outgoingEdges } from "./edge-index";
import { policyOf } from "./policy";
import { type GraphDocument, type NodeDoc, nodeList } from "./types";

export type StoredRun = {
  document: GraphDocument;
  mode: RunMode;
  outputOf: (key: string) => JsonObject | null;
};

export function outdatedNodes(run: StoredRun, draft: GraphDocument): ReadonlySet<string> {
  const outdated = new Set<string>();
  const entered = new Set<string>();
  const children = childrenOf(draft);
  const changed = nodeList(draft).filter((node) => isChanged(node, run, draft));
  const queue = changed.map(({ key }) => ({ key, enters: true }));
  for (const { key, enters } of queue) {
    const node = draft.nodes[key];
    if (!node || (outdated.has(key) && (!enters || entered.has(key))) || isHeld(node, run)) continue;
    const isNew = !outdated.has(key);
    outdated.add(key);
    if (enters) {
      entered.add(key);
      for (const child of children.get(key) ?? []) queue.push({ key: child, enters: true });
    }
    if (!isNew) continue;
    for (const { target } of outgoingEdges(draft.edges, key)) queue.push({ key: target, enters: true });
    // A pass gives its container another result; only in a loop does that reach the next pass.
    if (node.parent !== null)
      queue.push({ key: node.parent, enters: draft.nodes[node.parent]?.type === "loop" });
  }
  return outdated;
}

function isChanged(node: NodeDoc, { document, mode }: StoredRun, draft: GraphDocument): boolean {
  const before = document.nodes[node.key];
  if (!before || !isSameWork(before, node)) return true;
  if (mode === "test" && !isEqualJson(before.pinned_output, node.pinned_output)) return true;
  return !isEqualJson(arrivals(document, node.key), arrivals(draft, node.key));
}

/** Test runs take the pinned output, whatever comes before it. */
function isHeld({ key, pinned_output: pin }: NodeDoc, { mode, outputOf }: StoredRun): boolean {
  return mode === "test" && pin !== null && isEqualJson(pin, outputOf(key));
}

/** By the node of the draft, which stays the same object until it is edited. */
const compared = new WeakMap<NodeDoc, { before: NodeDoc; isSame: boolean }>();

function isSameWork(before: NodeDoc, node: NodeDoc): boolean {
  const known = compared.get(node);
  if (known?.before === before) return known.isSame;
  const isSame = isEqualJson(workOf(before), workOf(node));
  compared.set(node, { before, isSame });
  return isSame;
}

function workOf(node: NodeDoc): JsonObject {
  const { type, type_version, parent, bypass, config } = node;
  return { type, type_version, parent, bypass, config, policy: policyOf(node) };
}

/** Incoming edges of a node, unordered. */
function arrivals({ edges }: GraphDocument, key: string): string[] {
  return incomingEdges(edges, key)
    .map(({ source, source_port, target_port }) => JSON.stringify([source, source_port, target_port]))
    .sort();
}

function childrenOf(document: GraphDocument): ReadonlyMap<string, string[]> {
  const children = new Map<string, string[]>();
  for (const { key, parent } of nodeList(document))
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), key]);
  return children;
}
