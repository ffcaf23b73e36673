/** Automatic layout with ELK: left to right, edges straight where they can be. */

import type { ELK, ElkNode } from "elkjs/lib/elk-api";
import { cardSize, GAP_X, GAP_Y, portY, snap } from "./geometry";
import { type GraphDocument, type GraphOperation, type NodeDoc, type NodeTypeIndex, nodeList } from "./types";

const OPTIONS = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.layered.spacing.nodeNodeBetweenLayers": String(GAP_X),
  "elk.spacing.nodeNode": String(GAP_Y),
  "elk.spacing.componentComponent": String(GAP_Y * 2),
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
};

export type LayoutEngine = Pick<ELK, "layout">;

/** Load the engine: in a worker and only when it is wanted, for it weighs more than the editor. */
export async function loadLayoutEngine(): Promise<LayoutEngine> {
  const [{ default: Elk }, { default: workerUrl }] = await Promise.all([
    import("elkjs/lib/elk-api"),
    import("elkjs/lib/elk-worker.min.js?url"),
  ]);
  const engine = new Elk({ workerUrl, workerFactory: (url) => new Worker(url ?? workerUrl) });
  return engine;
}

/**
 * Compute operations that move nodes to their places. The top left corner of the graph stays where it is.
 *
 * @param keys nodes to lay out; everything when there are fewer than two.
 */
export async function layoutOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  engine: LayoutEngine,
  keys: readonly string[] = [],
): Promise<GraphOperation[]> {
  const chosen = new Set(keys.length > 1 ? keys : document.order);
  const nodes = nodeList(document).filter((node) => chosen.has(node.key));
  if (nodes.length === 0) return [];
  const result = await engine.layout(toElk(document, types, nodes));
  const places = new Map((result.children ?? []).map((child) => [child.id, child]));
  const origin = corner(nodes.map((node) => node.position));
  const found = corner([...places.values()].map(({ x = 0, y = 0 }) => ({ x, y })));
  return nodes.flatMap((node): GraphOperation[] => {
    const place = places.get(node.key);
    if (!place) return [];
    const position = {
      x: snap((place.x ?? 0) - found.x + origin.x),
      y: snap((place.y ?? 0) - found.y + origin.y),
    };
    return [{ op: "update_node", key: node.key, changes: { position } }];
  });
}

function toElk(document: GraphDocument, types: NodeTypeIndex, nodes: NodeDoc[]): ElkNode {
  const keys = new Set(nodes.map((node) => node.key));
  return {
    id: "root",
    layoutOptions: OPTIONS,
    children: nodes.map((node) => toElkNode(node, types)),
    edges: Object.values(document.edges)
      .filter((edge) => keys.has(edge.source) && keys.has(edge.target))
      .map((edge) => ({
        id: edge.id,
        sources: [portId(edge.source, "outputs", edge.source_port)],
        targets: [portId(edge.target, "inputs", edge.target_port)],
      })),
  };
}

function toElkNode(node: NodeDoc, types: NodeTypeIndex): ElkNode {
  const type = types[node.type];
  const size = cardSize(node, type);
  const ports = (["inputs", "outputs"] as const).flatMap((side) =>
    (type?.[side] ?? []).map((port) => ({
      id: portId(node.key, side, port.id),
      x: side === "inputs" ? 0 : size.width,
      y: portY(node, type, side, port.id),
    })),
  );
  return { id: node.key, ...size, ports, layoutOptions: { "elk.portConstraints": "FIXED_POS" } };
}

function portId(key: string, side: "inputs" | "outputs", port: string): string {
  return `${key}/${side}/${port}`;
}

function corner(places: { x: number; y: number }[]): { x: number; y: number } {
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) };
}
