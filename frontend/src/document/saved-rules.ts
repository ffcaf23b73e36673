/** Rules about a whole graph that edits of two people can break together, though each edit by itself is fine. */

import type { EdgeDoc, GraphDocument } from "./types";

/** True if the server would refuse the graph: duplicate names, or a cycle. */
export function breaksRule({ nodes, edges }: GraphDocument): boolean {
  const names = Object.values(nodes).map(({ name }) => name);
  return new Set(names).size < names.length || hasCycle(Object.values(edges));
}

export function hasCycle(edges: readonly EdgeDoc[]): boolean {
  const open = new Map<string, number>();
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) {
    open.set(source, open.get(source) ?? 0).set(target, (open.get(target) ?? 0) + 1);
    const known = targets.get(source);
    if (known) known.push(target);
    else targets.set(source, [target]);
  }
  const ready = [...open].flatMap(([node, count]) => (count === 0 ? node : []));
  for (const node of ready) {
    for (const target of targets.get(node) ?? []) {
      const left = (open.get(target) ?? 0) - 1;
      open.set(target, left);
      if (left === 0) ready.push(target);
    }
  }
  return ready.length < open.size;
}
