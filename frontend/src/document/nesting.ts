/** Containment of nodes. Containers run their content; groups are only drawn around it. */

import type { Position } from "@/api/types";
import type { GraphDocument, NodeDoc, NodeTypeIndex } from "./types";

type Nodes = GraphDocument["nodes"];

const NONE: readonly string[] = [];
const cache = new WeakMap<object, ReadonlyMap<string, readonly string[]>>();

function childIndex(nodes: Nodes): ReadonlyMap<string, readonly string[]> {
  const before = cache.get(nodes);
  if (before) return before;
  const index = new Map<string, string[]>();
  for (const { key, parent } of Object.values(nodes)) {
    if (parent === null) continue;
    const list = index.get(parent);
    if (list) list.push(key);
    else index.set(parent, [key]);
  }
  cache.set(nodes, index);
  return index;
}

export function childKeys(nodes: Nodes, key: string): readonly string[] {
  return childIndex(nodes).get(key) ?? NONE;
}

/** True if anything is nested: most documents are flat, and handled faster. */
export function isNested(nodes: Nodes): boolean {
  return childIndex(nodes).size > 0;
}

/** Everything inside a node, outer before inner. */
export function descendantKeys(nodes: Nodes, key: string): string[] {
  const found = [...childKeys(nodes, key)];
  for (let at = 0; at < found.length; at += 1) found.push(...childKeys(nodes, found[at] ?? ""));
  return found;
}

/** The nodes around a node, nearest first. */
export function ancestorKeys(nodes: Nodes, key: string): string[] {
  const found: string[] = [];
  let parent = nodes[key]?.parent ?? null;
  while (parent !== null && nodes[parent] && !found.includes(parent)) {
    found.push(parent);
    parent = nodes[parent]?.parent ?? null;
  }
  return found;
}

/** The keys among these that do not lie in another one of them. */
export function outermost(nodes: Nodes, keys: Iterable<string>): string[] {
  const chosen = new Set(keys);
  return [...chosen].filter((key) => !ancestorKeys(nodes, key).some((around) => chosen.has(around)));
}

export function isContainer(node: NodeDoc | undefined, types: NodeTypeIndex): boolean {
  return node !== undefined && types[node.type]?.role === "container";
}

/** True if nodes can be inside this one. */
export function isFrame(node: NodeDoc | undefined, types: NodeTypeIndex): boolean {
  return isContainer(node, types) || node?.type === "group";
}

/** The containers around a node, outermost first: edges join nodes of the same home. */
export function homeOf(nodes: Nodes, types: NodeTypeIndex, key: string): string[] {
  return ancestorKeys(nodes, key)
    .filter((around) => isContainer(nodes[around], types))
    .reverse();
}

export function isSameHome(nodes: Nodes, types: NodeTypeIndex, one: string, other: string): boolean {
  return homeOf(nodes, types, one).at(-1) === homeOf(nodes, types, other).at(-1);
}

/** Position of a node on the canvas; nodes store it relative to their parent. */
export function absolutePosition(nodes: Nodes, key: string): Position {
  const place = { x: 0, y: 0 };
  for (const at of [key, ...ancestorKeys(nodes, key)]) {
    place.x += nodes[at]?.position.x ?? 0;
    place.y += nodes[at]?.position.y ?? 0;
  }
  return place;
}

/** A place on the canvas as seen from inside a frame; null is the canvas itself. */
export function insidePosition(nodes: Nodes, parent: string | null, place: Position): Position {
  if (parent === null) return place;
  const corner = absolutePosition(nodes, parent);
  return { x: place.x - corner.x, y: place.y - corner.y };
}
