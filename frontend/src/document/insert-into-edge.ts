/** Putting a node into an edge: the edge is split, and what follows moves aside so that nothing overlaps. */

import type { EdgeDoc, NodeTypeInfo, Position } from "@/api/types";
import { type Added, type AddOptions, newEdge, newNode } from "./add-node";
import { incomingEdges, isReachable, outgoingEdges } from "./edge-index";
import { nodeBox, nodeSize } from "./frames";
import { CARD_WIDTH, GAP_X, type Size, snapUp } from "./geometry";
import { absolutePosition, ancestorKeys } from "./nesting";
import { applyOperations } from "./operations";
import { freePosition, pushAroundFrames, pushAside } from "./placement";
import { outputPorts } from "./ports";
import { moveFault, moveOperations } from "./reparent";
import type { GraphDocument, GraphOperation, NodeDoc, NodeTypeIndex } from "./types";

/** The frame that a node goes into with an edge: the innermost one around both ends. */
export function frameOfEdge({ nodes }: GraphDocument, edge: EdgeDoc): string | null {
  const around = new Set(ancestorKeys(nodes, edge.target));
  return ancestorKeys(nodes, edge.source).find((key) => around.has(key)) ?? null;
}

/** True if a node fits into an edge: its first ports are free, and no cycle results. */
export function fitsInEdge(
  document: GraphDocument,
  types: NodeTypeIndex,
  edge: EdgeDoc,
  key: string,
): boolean {
  const { nodes, edges } = document;
  const node = nodes[key];
  const type = types[node?.type ?? ""];
  const [output] = node ? outputPorts(node, type) : [];
  if (!type?.inputs[0] || !output) return false;
  if ([edge.source, edge.target].some((end) => end === key || ancestorKeys(nodes, end).includes(key)))
    return false;
  if (incomingEdges(edges, key).length > 0) return false;
  if (outgoingEdges(edges, key).some(({ source_port }) => source_port === output.id)) return false;
  if (isReachable(edges, key, edge.source)) return false;
  return moveFault(document, types, [key], frameOfEdge(document, edge)) === null;
}

/** Put a new node into an edge; `at` is as seen from the frame of the edge. */
export function insertIntoEdge(
  document: GraphDocument,
  types: NodeTypeIndex,
  edge: EdgeDoc,
  type: NodeTypeInfo,
  options: AddOptions & { at?: Position },
): Added {
  const parent = frameOfEdge(document, edge);
  const draft = newNode(document, types, type, { x: 0, y: 0 }, { ...options, parent });
  const { position, shifts } = spaceFor(document, types, edge, nodeSize(document, types, draft), options.at);
  const node = { ...draft, position };
  const operations: GraphOperation[] = [
    ...shifts,
    { op: "add_node", node },
    ...rewire(document, types, edge, node),
  ];
  return {
    operations: [...operations, ...pushAroundFrames(document, types, operations, parent)],
    key: node.key,
  };
}

/** Put a node that is there already into an edge; `to` is where its corner is to be on the canvas. */
export function insertExisting(
  document: GraphDocument,
  types: NodeTypeIndex,
  edge: EdgeDoc,
  key: string,
  to: Position,
): GraphOperation[] {
  const node = document.nodes[key];
  if (!node || !fitsInEdge(document, types, edge, key)) return [];
  const parent = frameOfEdge(document, edge);
  const corner = parent === null ? { x: 0, y: 0 } : absolutePosition(document.nodes, parent);
  const wanted = { x: to.x - corner.x, y: to.y - corner.y };
  const without = applyOperations(document, [{ op: "remove_node", key }]).document;
  const { position, shifts } = spaceFor(without, types, edge, nodeSize(document, types, node), wanted);
  const place = { x: position.x + corner.x, y: position.y + corner.y };
  const operations = [
    ...moveOperations(document, types, [{ key, to: place }], parent),
    ...shifts,
    ...rewire(document, types, edge, node),
  ];
  return [...operations, ...pushAroundFrames(document, types, operations, parent)];
}

/** The place for a box in an edge, and what moves right for it: all that follows along edges that lead to the right. */
function spaceFor(
  document: GraphDocument,
  types: NodeTypeIndex,
  edge: EdgeDoc,
  size: Size,
  wanted: Position | undefined,
): { position: Position; shifts: GraphOperation[] } {
  const parent = frameOfEdge(document, edge);
  const boxOf = (key: string) => {
    const node = document.nodes[inFrame(document, key, parent) ?? ""];
    return node ? nodeBox(document, types, node) : { x: 0, y: 0, width: CARD_WIDTH, height: 0 };
  };
  const source = boxOf(edge.source);
  const target = boxOf(edge.target);
  const right = source.x + source.width;
  const isForward = target.x >= right;
  const place = wanted ?? { x: right + GAP_X, y: isForward ? target.y : source.y };
  if (!isForward) return { position: freePosition(document, types, place, size, parent), shifts: [] };
  const x = snapUp(Math.max(place.x, right + GAP_X));
  const distance = x + size.width + GAP_X - target.x;
  const shifts =
    distance > 0
      ? pushAside(document, types, following(document, types, edge.target, parent), { x: distance, y: 0 })
      : [];
  const cleared = applyOperations(document, shifts).document;
  return { position: freePosition(cleared, types, { x, y: place.y }, size, parent), shifts };
}

/** A node, or what holds it, as it lies directly in a frame; null when it lies elsewhere. */
function inFrame({ nodes }: GraphDocument, key: string, parent: string | null): string | null {
  return [key, ...ancestorKeys(nodes, key)].find((at) => (nodes[at]?.parent ?? null) === parent) ?? null;
}

/** The target and all behind it, as far as edges lead to the right: the rows of a wrapped chain stay. */
function following(
  document: GraphDocument,
  types: NodeTypeIndex,
  target: string,
  parent: string | null,
): Set<string> {
  const seen = new Set([target]);
  const found = new Set<string>();
  for (const key of seen) {
    const at = inFrame(document, key, parent);
    const node = document.nodes[at ?? ""];
    if (at === null || !node) continue;
    found.add(at);
    for (const edge of outgoingEdges(document.edges, key)) {
      const next = document.nodes[inFrame(document, edge.target, parent) ?? ""];
      if (
        next &&
        (next === node || next.position.x >= node.position.x + nodeSize(document, types, node).width)
      )
        seen.add(edge.target);
    }
  }
  return found;
}

function rewire(
  document: GraphDocument,
  types: NodeTypeIndex,
  edge: EdgeDoc,
  node: NodeDoc,
): GraphOperation[] {
  const type = types[node.type];
  const input = type?.inputs[0];
  const output = outputPorts(node, type)[0];
  if (!input) return [];
  const from = { node: edge.source, port: edge.source_port };
  const to = { node: edge.target, port: edge.target_port };
  const operations: GraphOperation[] = [
    { op: "remove_edge", id: edge.id },
    { op: "add_edge", edge: newEdge(document, from, { node: node.key, port: input.id }) },
  ];
  if (output) {
    const after = newEdge(document, { node: node.key, port: output.id }, to);
    operations.push({ op: "add_edge", edge: after });
  }
  return operations;
}
