/** From the document to what React Flow draws. Objects that did not change are kept, so their cards are not drawn again. */

import { type Edge, type Node, type NodeHandle, Position } from "@xyflow/react";
import type { EdgeDoc, NodeDoc, NodeTypeInfo, Problem } from "@/api/types";
import { edgePorts, type PortIds } from "@/document/edge-ports";
import { hiddenIn, isOpenFrame, nodeSize } from "@/document/frames";
import { type PortSide, portsOf, portY, SINGLE_PORT_Y, type Size } from "@/document/geometry";
import { ancestorKeys, descendantKeys, isFrame, isNested } from "@/document/nesting";
import { isTrigger } from "@/document/off-the-path";
import { type GraphDocument, type NodeTypeIndex, nodeList } from "@/document/types";
import { isEqualJson } from "@/lib/equal-json";

type CardData = {
  node: NodeDoc;
  type: NodeTypeInfo | undefined;
  /** Worst problem of the node. */
  problem: Problem["severity"] | null;
  /** Ports of an unknown node type, from its edges. */
  ports: PortIds | null;
};
export type CardNode = Node<CardData, "card" | "frame" | "note" | "trigger">;
export type FlowEdge = Edge<{ edge: EdgeDoc }, "flow">;

/** From this many nodes on, only what is in view is kept in the page. */
export const MANY_NODES = 300;
/** Edge length of a port's square, in pixels. */
export const PORT_SIZE = 12;
/** Edge ends of hidden nodes on their folded group. */
export const FOLDED_IN = "folded-in";
export const FOLDED_OUT = "folded-out";
/** React Flow would call every card "node" and every edge "edge" in English; their labels say enough. */
const NO_ROLE = { "aria-roledescription": undefined };

type NodeSources = {
  document: GraphDocument;
  types: NodeTypeIndex;
  selection: ReadonlySet<string>;
  problems: ReadonlyMap<string, Problem["severity"]>;
};

export function syncNodes(before: readonly CardNode[], sources: NodeSources): CardNode[] {
  const known = finder(before);
  const { document, types, selection } = sources;
  const unknown = edgePorts(document, types);
  return drawingOrder(document).map((node, at) => {
    const ports = unknown.get(node.key) ?? null;
    const data = { node, type: types[node.type], problem: problemOf(document, sources, node), ports };
    const shape = shapeOf(document, types, node);
    return syncNode(known(node.key, at), data, shape, selection.has(node.key));
  });
}

/**
 * Finds drawn elements by id: usually at the same index, since rebuilding an index of 7,500 edges takes 1 ms per key.
 */
function finder<Drawn extends { id: string }>(
  before: readonly Drawn[],
): (id: string, at: number) => Drawn | undefined {
  let index: Map<string, Drawn> | undefined;
  return (id, at) => {
    const here = before[at];
    if (here?.id === id) return here;
    index ??= new Map(before.map((drawn) => [drawn.id, drawn]));
    return index.get(id);
  };
}

/** The worst problem of a node; on a folded frame, of what it hides as well. */
function problemOf(
  { nodes }: NodeSources["document"],
  { types, problems }: NodeSources,
  node: NodeDoc,
): CardData["problem"] {
  const own = problems.get(node.key) ?? null;
  if (problems.size === 0 || !isFrame(node, types) || isOpenFrame(node, types)) return own;
  const all = [own, ...descendantKeys(nodes, node.key).map((key) => problems.get(key) ?? null)];
  return all.find((problem) => problem === "error") ?? all.find((problem) => problem !== null) ?? null;
}

/** React Flow wants what lies around a node before it. */
function drawingOrder(document: NodeSources["document"]): NodeDoc[] {
  const nodes = nodeList(document);
  if (!isNested(document.nodes)) return nodes;
  const depth = new Map(nodes.map(({ key }) => [key, ancestorKeys(document.nodes, key).length]));
  return nodes.sort((a, b) => (depth.get(a.key) ?? 0) - (depth.get(b.key) ?? 0));
}

type Shape = {
  kind: "card" | "frame" | "note" | "trigger";
  size: Size;
  hidden: boolean;
  parent: string | null;
};

function shapeOf({ nodes }: NodeSources["document"], types: NodeTypeIndex, node: NodeDoc): Shape {
  return {
    kind: kindOf(types, node),
    size: nodeSize({ nodes }, types, node),
    hidden: hiddenIn(nodes, types, node.key) !== null,
    parent: node.parent !== null && nodes[node.parent] ? node.parent : null,
  };
}

function kindOf(types: NodeTypeIndex, node: NodeDoc): Shape["kind"] {
  if (node.type === "note") return "note";
  if (isTrigger(types[node.type])) return "trigger";
  return isOpenFrame(node, types) ? "frame" : "card";
}

function syncNode(
  before: CardNode | undefined,
  data: CardData,
  { kind, size, hidden, parent }: Shape,
  selected: boolean,
): CardNode {
  const isUnchanged =
    before !== undefined &&
    isSame(before.data, data) &&
    before.hidden === hidden &&
    before.measured?.width === size.width &&
    before.measured?.height === size.height;
  if (isUnchanged) return before.selected === selected ? before : { ...before, selected };
  const position = before?.dragging ? before.position : data.node.position;
  return {
    id: data.node.key,
    type: kind,
    position,
    data,
    selected,
    hidden,
    ...size,
    measured: size,
    handles: handlesOf(data, size.width, kind),
    ariaLabel: data.node.name,
    domAttributes: NO_ROLE,
    ...(parent === null ? {} : { parentId: parent }),
    // A frame lies below everything that is not in it.
    ...(kind === "frame" ? { zIndex: -1 } : {}),
    ...(before?.dragging ? { dragging: true } : {}),
  };
}

function isSame(a: CardData, b: CardData): boolean {
  const isSamePorts = isEqualJson(a.ports, b.ports);
  return a.node === b.node && a.type === b.type && a.problem === b.problem && isSamePorts;
}

function handlesOf({ node, type, ports }: CardData, width: number, kind: Shape["kind"]): NodeHandle[] {
  const handle = (id: string, side: PortSide, y: number): NodeHandle => ({
    id,
    type: side === "inputs" ? "target" : "source",
    position: side === "inputs" ? Position.Left : Position.Right,
    x: (side === "inputs" ? 0 : width) - PORT_SIZE / 2,
    y: y - PORT_SIZE / 2,
    width: PORT_SIZE,
    height: PORT_SIZE,
  });
  if (node.type === "group") {
    return [handle(FOLDED_IN, "inputs", SINGLE_PORT_Y), handle(FOLDED_OUT, "outputs", SINGLE_PORT_Y)];
  }
  if (ports) {
    const all = (side: PortSide) => ports[side].map((id) => handle(id, side, SINGLE_PORT_Y));
    return [...all("inputs"), ...all("outputs")];
  }
  return (["inputs", "outputs"] as const).flatMap((side) =>
    portsOf(node, type, side).map(({ id }) =>
      handle(id, side, portY(node, type, side, id, kind === "frame")),
    ),
  );
}

type EdgeSources = {
  edges: Readonly<Record<string, EdgeDoc>>;
  nodes: GraphDocument["nodes"];
  types: NodeTypeIndex;
  selection: ReadonlySet<string>;
  /** Accessible name of an edge. */
  nameOf: (edge: EdgeDoc) => string;
};

export function syncEdges(before: FlowEdge[], sources: EdgeSources): FlowEdge[] {
  const { edges, nodes, types, selection, nameOf } = sources;
  const known = finder(before);
  const drawn = Object.values(edges).flatMap((edge, at) => {
    const ends = endsOf(edge, nodes, types);
    if (ends.source === ends.target) return [];
    const selected = selection.has(edge.id);
    const ariaLabel = nameOf(edge);
    const kept = known(edge.id, at);
    const isKept = kept?.data?.edge === edge && kept.selected === selected && kept.ariaLabel === ariaLabel;
    if (isKept && isSameEdge(kept, ends)) return [kept];
    return [
      {
        id: edge.id,
        type: "flow" as const,
        ...ends,
        data: { edge },
        ariaLabel,
        domAttributes: NO_ROLE,
        selected,
        // Only a selected edge has resize handles: they cost two elements each.
        reconnectable: selected && ends.source === edge.source && ends.target === edge.target,
      },
    ];
  });
  // React Flow reads all edges again for another list: 20 ms a key with 5,000.
  return drawn.length === before.length && drawn.every((edge, at) => edge === before[at]) ? before : drawn;
}

type Ends = { source: string; sourceHandle: string; target: string; targetHandle: string };

/** Drawn ends of an edge: a hidden node's edge ends at the folded frame around it. */
function endsOf(edge: EdgeDoc, nodes: GraphDocument["nodes"], types: NodeTypeIndex): Ends {
  const from = hiddenIn(nodes, types, edge.source);
  const to = hiddenIn(nodes, types, edge.target);
  return {
    source: from ?? edge.source,
    sourceHandle: from === null ? edge.source_port : FOLDED_OUT,
    target: to ?? edge.target,
    targetHandle: to === null ? edge.target_port : FOLDED_IN,
  };
}

function isSameEdge(kept: FlowEdge, ends: Ends): boolean {
  return (
    kept.source === ends.source &&
    kept.target === ends.target &&
    kept.sourceHandle === ends.sourceHandle &&
    kept.targetHandle === ends.targetHandle
  );
}
