/** From the document to what React Flow draws. Objects that did not change are kept, so their cards are not drawn again. */

import { type Edge, type Node, type NodeHandle, Position } from "@xyflow/react";
import type { EdgeDoc, NodeDoc, NodeTypeInfo, Problem } from "@/api/types";
import { cardSize, portY } from "@/document/geometry";
import { type GraphDocument, type NodeTypeIndex, nodeList } from "@/document/types";

export type CardData = {
  node: NodeDoc;
  type: NodeTypeInfo | undefined;
  /** Worst problem of the node. */
  problem: Problem["severity"] | null;
};
export type CardNode = Node<CardData, "card">;
export type FlowEdge = Edge<Record<string, never>, "flow">;

/** Edge length of a port's square, in pixels. */
const PORT_SIZE = 12;
const NO_DATA: Record<string, never> = {};
/** React Flow would call every card "node" and every edge "edge" in English; their labels say enough. */
const NO_ROLE = { "aria-roledescription": undefined };

export type NodeSources = {
  document: Pick<GraphDocument, "nodes" | "order">;
  types: NodeTypeIndex;
  selection: ReadonlySet<string>;
  problems: ReadonlyMap<string, Problem["severity"]>;
};

export function syncNodes(before: readonly CardNode[], sources: NodeSources): CardNode[] {
  const known = new Map(before.map((card) => [card.id, card]));
  const { types, selection, problems } = sources;
  return nodeList({ ...sources.document, edges: {} }).map((node) => {
    const data = { node, type: types[node.type], problem: problems.get(node.key) ?? null };
    return syncNode(known.get(node.key), data, selection.has(node.key));
  });
}

function syncNode(before: CardNode | undefined, data: CardData, selected: boolean): CardNode {
  if (before && before.selected === selected && isSame(before.data, data)) return before;
  const position = before?.dragging ? before.position : data.node.position;
  if (before && isSame(before.data, data)) return { ...before, selected };
  const size = cardSize(data.node, data.type);
  return {
    id: data.node.key,
    type: "card",
    position,
    data,
    selected,
    ...size,
    measured: size,
    handles: handlesOf(data, size.width),
    ariaLabel: data.node.name,
    domAttributes: NO_ROLE,
    ...(before?.dragging ? { dragging: true } : {}),
  };
}

function isSame(a: CardData, b: CardData): boolean {
  return a.node === b.node && a.type === b.type && a.problem === b.problem;
}

function handlesOf({ node, type }: CardData, width: number): NodeHandle[] {
  const half = PORT_SIZE / 2;
  const handle = (id: string, side: "inputs" | "outputs"): NodeHandle => ({
    id,
    type: side === "inputs" ? "target" : "source",
    position: side === "inputs" ? Position.Left : Position.Right,
    x: (side === "inputs" ? 0 : width) - half,
    y: portY(node, type, side, id) - half,
    width: PORT_SIZE,
    height: PORT_SIZE,
  });
  return [
    ...(type?.inputs ?? []).map(({ id }) => handle(id, "inputs")),
    ...(type?.outputs ?? []).map(({ id }) => handle(id, "outputs")),
  ];
}

export function syncEdges(
  before: readonly FlowEdge[],
  edges: Readonly<Record<string, EdgeDoc>>,
  selection: ReadonlySet<string>,
): FlowEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  return Object.values(edges).map((edge) => {
    const selected = selection.has(edge.id);
    const kept = known.get(edge.id);
    if (kept && kept.selected === selected && isSameEdge(kept, edge)) return kept;
    return {
      id: edge.id,
      type: "flow",
      source: edge.source,
      sourceHandle: edge.source_port,
      target: edge.target,
      targetHandle: edge.target_port,
      data: NO_DATA,
      ariaLabel: `${edge.source} → ${edge.target}`,
      domAttributes: NO_ROLE,
      selected,
      // Only a selected edge has grips: they cost two elements each.
      reconnectable: selected,
    };
  });
}

function isSameEdge(kept: FlowEdge, edge: EdgeDoc): boolean {
  return (
    kept.source === edge.source &&
    kept.target === edge.target &&
    kept.sourceHandle === edge.source_port &&
    kept.targetHandle === edge.target_port
  );
}
