/** Automatic layout with ELK: left to right, edges straight where they can be, long chains in rows. */

import type { ELK, ElkNode } from "elkjs/lib/elk-api";
import { isOpenFrame, nodeSize } from "./frames";
import { CARD_WIDTH, GAP_X, GAP_Y, type PortSide, portsOf, portY, snap } from "./geometry";
import { ancestorKeys, descendantKeys, isFrame } from "./nesting";
import { isTrigger, withDocked } from "./off-the-path";
import { applyOperations } from "./operations";
import { clearOfBorder } from "./placement";
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

/**
 * Wider rows than seven cards do not fit a screen at a readable zoom. Much wider than high layouts are wrapped where a
 * single edge continues; others stay.
 */
const WIDEST_ROW = 7 * (CARD_WIDTH + GAP_X);
const MUCH_WIDER = 4;
const WRAPPED = { "elk.layered.wrapping.strategy": "SINGLE_EDGE", "elk.aspectRatio": "2.4" };

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
 * Compute operations that move nodes to their places, from the innermost frames outwards.
 *
 * The top left corner of what is laid out stays where it is. Notes stay where people put them, and triggers
 * where they are docked.
 *
 * @param keys nodes to lay out with all that lies in them; everything when there are fewer than two.
 */
export async function layoutOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  engine: LayoutEngine,
  keys: readonly string[] = [],
): Promise<GraphOperation[]> {
  const chosen = new Set(
    keys.length > 1 ? keys.flatMap((key) => [key, ...descendantKeys(document.nodes, key)]) : document.order,
  );
  let current = document;
  const moves: GraphOperation[] = [];
  for (const level of levelsOf(document, types, chosen)) {
    const placed = await layoutLevel(current, types, engine, level);
    moves.push(...placed);
    current = applyOperations(current, placed).document;
  }
  return withDocked(document, types, moves);
}

/** Nodes that lie in the same frame, the innermost frames first: a frame is as large as what lies in it. */
function levelsOf(document: GraphDocument, types: NodeTypeIndex, chosen: ReadonlySet<string>): NodeDoc[][] {
  const levels = new Map<string | null, NodeDoc[]>();
  for (const node of nodeList(document)) {
    if (!chosen.has(node.key) || node.type === "note" || isTrigger(types[node.type])) continue;
    const level = levels.get(node.parent);
    if (level) level.push(node);
    else levels.set(node.parent, [node]);
  }
  const depth = (parent: string | null) =>
    parent === null ? 0 : ancestorKeys(document.nodes, parent).length + 1;
  return [...levels]
    .filter(([parent]) => parent === null || isFrame(document.nodes[parent], types))
    .sort(([a], [b]) => depth(b) - depth(a))
    .map(([, nodes]) => nodes);
}

async function layoutLevel(
  document: GraphDocument,
  types: NodeTypeIndex,
  engine: LayoutEngine,
  nodes: NodeDoc[],
): Promise<GraphOperation[]> {
  const result = await layoutInRows(engine, toElk(document, types, nodes));
  const places = new Map((result.children ?? []).map((child) => [child.id, child]));
  const isInFrame = nodes.some(({ parent }) => parent !== null);
  const origin = isInFrame ? clearOfBorder({ x: 0, y: 0 }) : corner(nodes.map((node) => node.position));
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

async function layoutInRows(engine: LayoutEngine, graph: ElkNode): Promise<ElkNode> {
  // The engine writes places into what it is given.
  const result = await engine.layout(structuredClone(graph));
  const { width = 0, height = 0 } = result;
  if (width <= WIDEST_ROW || width <= MUCH_WIDER * height) return result;
  const wrapped = await engine.layout({ ...graph, layoutOptions: { ...OPTIONS, ...WRAPPED } });
  return (wrapped.width ?? 0) < width ? wrapped : result;
}

function toElk(document: GraphDocument, types: NodeTypeIndex, nodes: NodeDoc[]): ElkNode {
  const keys = new Set(nodes.map((node) => node.key));
  return {
    id: "root",
    layoutOptions: OPTIONS,
    children: nodes.map((node) => toElkNode(document, node, types)),
    edges: Object.values(document.edges).flatMap((edge) => {
      const source = endWithin(document, keys, edge.source, "outputs", edge.source_port);
      const target = endWithin(document, keys, edge.target, "inputs", edge.target_port);
      if (source === null || target === null || source === target) return [];
      return [{ id: edge.id, sources: [source], targets: [target] }];
    }),
  };
}

/** End of an edge at one level: a port, or the group that contains the node. */
function endWithin(
  document: GraphDocument,
  keys: ReadonlySet<string>,
  key: string,
  side: PortSide,
  port: string,
): string | null {
  if (keys.has(key)) return portId(key, side, port);
  return ancestorKeys(document.nodes, key).find((around) => keys.has(around)) ?? null;
}

function toElkNode(document: GraphDocument, node: NodeDoc, types: NodeTypeIndex): ElkNode {
  const type = types[node.type];
  const size = nodeSize(document, types, node);
  const isOpen = isOpenFrame(node, types);
  const ports = (["inputs", "outputs"] as const).flatMap((side) =>
    portsOf(node, type, side).map((port) => ({
      id: portId(node.key, side, port.id),
      x: side === "inputs" ? 0 : size.width,
      y: portY(node, type, side, port.id, isOpen),
    })),
  );
  const fixed = ports.length > 0 ? { layoutOptions: { "elk.portConstraints": "FIXED_POS" } } : {};
  return { id: node.key, ...size, ports, ...fixed };
}

function portId(key: string, side: PortSide, port: string): string {
  return `${key}/${side}/${port}`;
}

function corner(places: { x: number; y: number }[]): { x: number; y: number } {
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) };
}
