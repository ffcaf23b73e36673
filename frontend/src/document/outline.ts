/** The graph as a list, for those who do not see the canvas: what lies in what, in the order of a run, and what leads where. */

import { append, outgoingEdges } from "./edge-index";
import { ancestorKeys } from "./nesting";
import { outputPorts, type ShownPort } from "./ports";
import { type EdgeDoc, type GraphDocument, type NodeDoc, type NodeTypeIndex, nodeList } from "./types";

export type OutlineLink = {
  edge: EdgeDoc;
  source: NodeDoc;
  target: NodeDoc;
  /** The output that it leaves by; null where a node has only one. */
  port: ShownPort | null;
};

export type OutlineItem = { node: NodeDoc; links: readonly OutlineLink[]; children: readonly OutlineItem[] };

/** Every node once, under the frame it lies in; each after those that lead to it, and a branch as a whole. */
export function outlineOf(document: GraphDocument, types: NodeTypeIndex): OutlineItem[] {
  const { nodes } = document;
  const levels = new Map<string | null, NodeDoc[]>();
  for (const node of nodeList(document)) {
    append(levels, node.parent !== null && nodes[node.parent] ? node.parent : null, node);
  }
  const successors = siblingEdges(document);
  const itemsIn = (parent: string | null): OutlineItem[] =>
    inOrder(levels.get(parent) ?? [], successors).map((node) => ({
      node,
      links: outgoingEdges(document.edges, node.key).flatMap((edge) => linkOf(document, types, edge) ?? []),
      children: itemsIn(node.key),
    }));
  return itemsIn(null);
}

/** Label of an edge, if it needs one. */
export function linkOf(document: GraphDocument, types: NodeTypeIndex, edge: EdgeDoc): OutlineLink | null {
  const source = document.nodes[edge.source];
  const target = document.nodes[edge.target];
  if (!source || !target) return null;
  const ports = outputPorts(source, types[source.type]);
  const port = ports.length > 1 ? (ports.find(({ id }) => id === edge.source_port) ?? null) : null;
  return { edge, source, target, port };
}

type Successors = ReadonlyMap<string, readonly string[]>;

/** Order of the nodes in one frame; an edge between two frames orders the frames. */
function siblingEdges({ nodes, edges }: GraphDocument): Successors {
  const successors = new Map<string, string[]>();
  for (const { source, target } of Object.values(edges)) {
    const from = [source, ...ancestorKeys(nodes, source)].reverse();
    const to = [target, ...ancestorKeys(nodes, target)].reverse();
    const level = from.findIndex((key, at) => key !== to[at]);
    const [before, after] = [from[level], to[level]];
    if (before === undefined || after === undefined) continue;
    append(successors, before, after);
  }
  return successors;
}

/** Topological order; what is in a circle comes last, as it was added. */
function inOrder(level: readonly NodeDoc[], successors: Successors): NodeDoc[] {
  const waiting = new Map(level.map(({ key }) => [key, 0]));
  for (const { key } of level) {
    for (const next of successors.get(key) ?? []) waiting.set(next, (waiting.get(next) ?? 0) + 1);
  }
  const byKey = new Map(level.map((node) => [node.key, node]));
  const stack = level.filter(({ key }) => waiting.get(key) === 0).reverse();
  const found = new Set<NodeDoc>();
  for (let node = stack.pop(); node; node = stack.pop()) {
    found.add(node);
    const free = (successors.get(node.key) ?? []).filter((next) => {
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      return left === 0;
    });
    stack.push(...free.reverse().flatMap((key) => byKey.get(key) ?? []));
  }
  return [...found, ...level.filter((node) => !found.has(node))];
}
