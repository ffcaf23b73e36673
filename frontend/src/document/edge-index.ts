/** Edges by node, computed once per edge record: selectors of a thousand nodes share one pass. */

import type { EdgeDoc, GraphDocument } from "./types";

type EdgeIndex = {
  outgoing: ReadonlyMap<string, readonly EdgeDoc[]>;
  incoming: ReadonlyMap<string, readonly EdgeDoc[]>;
};

const cache = new WeakMap<object, EdgeIndex>();
const NONE: readonly EdgeDoc[] = [];

function edgeIndex(edges: GraphDocument["edges"]): EdgeIndex {
  const known = cache.get(edges);
  if (known) return known;
  const outgoing = new Map<string, EdgeDoc[]>();
  const incoming = new Map<string, EdgeDoc[]>();
  for (const edge of Object.values(edges)) {
    append(outgoing, edge.source, edge);
    append(incoming, edge.target, edge);
  }
  const index = { outgoing, incoming };
  cache.set(edges, index);
  return index;
}

export function outgoingEdges(edges: GraphDocument["edges"], key: string): readonly EdgeDoc[] {
  return edgeIndex(edges).outgoing.get(key) ?? NONE;
}

export function incomingEdges(edges: GraphDocument["edges"], key: string): readonly EdgeDoc[] {
  return edgeIndex(edges).incoming.get(key) ?? NONE;
}

/** Keys of all nodes before `key`, nearest first. */
export function upstreamKeys(edges: GraphDocument["edges"], key: string): string[] {
  const seen = new Set([key]);
  const found: string[] = [];
  const queue = [key];
  for (let at = 0; at < queue.length; at += 1) {
    for (const { source } of incomingEdges(edges, queue[at] ?? "")) {
      if (seen.has(source)) continue;
      seen.add(source);
      found.push(source);
      queue.push(source);
    }
  }
  return found;
}

/** True if `to` is reachable from `from` along the edges. */
export function isReachable(edges: GraphDocument["edges"], from: string, to: string): boolean {
  if (from === to) return true;
  const { outgoing } = edgeIndex(edges);
  const seen = new Set([from]);
  const stack = [from];
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    for (const { target } of outgoing.get(key) ?? NONE) {
      if (target === to) return true;
      if (!seen.has(target)) {
        seen.add(target);
        stack.push(target);
      }
    }
  }
  return false;
}

export function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
