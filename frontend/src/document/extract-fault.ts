/** Why nodes cannot become a workflow of their own: it has one way in and one way out, and always comes to its end. */

import type { Part } from "./chosen-part";
import { incomingEdges, isReachable } from "./edge-index";
import { homeOf } from "./nesting";
import { outputPorts } from "./ports";
import type { GraphDocument, NodeDoc, NodeTypeIndex } from "./types";

type FaultCode = "ends" | "containers" | "between" | "entries" | "exits" | "arrivals";
/** `name` is that of the node in the way. */
export type ExtractFault = { code: FaultCode; name: string };

export function extractFault(document: GraphDocument, types: NodeTypeIndex, part: Part): ExtractFault | null {
  const { keys, level, entering, leaving } = part;
  const nodes = [...keys].flatMap((key) => document.nodes[key] ?? []);
  const end = nodes.find(({ type }) => ["start", "end"].includes(types[type]?.role ?? ""));
  if (end) return { code: "ends", name: end.name };
  const homes = new Set(level.map(({ key }) => homeOf(document.nodes, types, key).at(-1)));
  if (homes.size > 1) return { code: "containers", name: "" };
  const between = leaving.find(({ target }) =>
    entering.some(({ source }) => isReachable(document.edges, target, source)),
  );
  if (between) return { code: "between", name: document.nodes[between.target]?.name ?? "" };
  const reader = [...entering, ...leaving].flatMap(({ target }) => document.nodes[target] ?? []);
  const arrivals = reader.find((node) => readsArrivals(node, types));
  if (arrivals) return { code: "arrivals", name: arrivals.name };
  return entryFault(document, types, part) ?? exitFault(document, types, part);
}

/** Merges, and ends without outputs of their own, take what arrives: its name and form would be others. */
function readsArrivals({ type, config }: NodeDoc, types: NodeTypeIndex): boolean {
  const rows = config.outputs;
  return type === "merge" || (types[type]?.role === "end" && !(Array.isArray(rows) && rows.length > 0));
}

/** Several edges are one way in when they come from one port, or go to one node. */
function entryFault(document: GraphDocument, types: NodeTypeIndex, part: Part): ExtractFault | null {
  const sources = new Set(part.entering.map(({ source, source_port }) => `${source}/${source_port}`));
  const targets = new Set(part.entering.map(({ target }) => target));
  const first = part.level[0]?.key ?? "";
  const isInContainer = homeOf(document.nodes, types, first).length > 0;
  const root = isInContainer && targets.size > 0 ? rootOf(document, part) : undefined;
  if (root) return { code: "entries", name: root.name };
  if (sources.size <= 1 || targets.size <= 1) return null;
  const second = document.nodes[[...targets][1] ?? ""];
  return { code: "entries", name: second?.name ?? "" };
}

/** A node that a pass begins with. */
function rootOf(document: GraphDocument, { level }: Part): NodeDoc | undefined {
  return level.find(({ key }) => incomingEdges(document.edges, key).length === 0);
}

function exitFault(document: GraphDocument, types: NodeTypeIndex, part: Part): ExtractFault | null {
  const entries = entryKeys(document, part);
  for (const { source } of part.leaving) {
    const node = document.nodes[source];
    if (!node) continue;
    const hasOnePort = outputPorts(node, types[node.type]).length === 1;
    const leading = hasOnePort ? leadingTo(document, types, part, source) : new Set<string>();
    if (!entries.some((key) => leading.has(key))) return { code: "exits", name: node.name };
  }
  return null;
}

/** First nodes of the part: after incoming edges, or without any. */
export function entryKeys({ edges }: GraphDocument, { level, entering }: Part): string[] {
  if (entering.length > 0) return [...new Set(entering.map(({ target }) => target))];
  return level.flatMap(({ key }) => (incomingEdges(edges, key).length === 0 ? [key] : []));
}

/** The nodes of a part from which a node is always reached, whatever branches are taken. */
function leadingTo(document: GraphDocument, types: NodeTypeIndex, part: Part, exit: string): Set<string> {
  const found = new Set([exit]);
  const open = new Map<string, Set<string>>();
  for (const key of found) {
    for (const { source, source_port } of incomingEdges(document.edges, key)) {
      const node = document.nodes[source];
      if (!node || !part.keys.has(source)) continue;
      const ports = open.get(source) ?? new Set(outputPorts(node, types[node.type]).map(({ id }) => id));
      ports.delete(source_port);
      open.set(source, ports);
      if (ports.size === 0) found.add(source);
    }
  }
  return found;
}
