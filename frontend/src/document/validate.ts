/** Connection rules and instant problems; they mirror what the server refuses or reports. */

import type { Problem } from "@/api/types";
import type { Message } from "@/i18n/local-text";
import { incomingEdges, isReachable, outgoingEdges } from "./edge-index";
import { childKeys, homeOf, isContainer, isSameHome } from "./nesting";
import { isOffThePath } from "./off-the-path";
import { outputPorts } from "./ports";
import { type GraphDocument, type NodeDoc, type NodeTypeIndex, nodeList, type PortRef } from "./types";

/** A problem of the server, or one that the editor finds by itself. */
export type ShownProblem = Omit<Problem, "message"> & { message: Message };

type ConnectionFault = "unknown_port" | "duplicate_edge" | "cycle" | "self" | "border";

/** Why two ports may not be connected, for people. */
export const connectionFaultText = (fault: ConnectionFault): Message => ({
  key: `problems:connection.${fault}`,
});

/** Say why two ports may not be connected, or null when they may. */
export function connectionFault(
  document: GraphDocument,
  types: NodeTypeIndex,
  source: PortRef,
  target: PortRef,
): ConnectionFault | null {
  if (source.node === target.node) return "self";
  if (!hasPort(document, types, source, "outputs") || !hasPort(document, types, target, "inputs")) {
    return "unknown_port";
  }
  if (!isSameHome(document.nodes, types, source.node, target.node)) return "border";
  const twin = outgoingEdges(document.edges, source.node).some(
    (edge) =>
      edge.source_port === source.port && edge.target === target.node && edge.target_port === target.port,
  );
  if (twin) return "duplicate_edge";
  return isReachable(document.edges, target.node, source.node) ? "cycle" : null;
}

function hasPort(
  document: GraphDocument,
  types: NodeTypeIndex,
  ref: PortRef,
  side: "inputs" | "outputs",
): boolean {
  const node = document.nodes[ref.node];
  const type = types[node?.type ?? ""];
  if (!node || !type) return false;
  const ports = side === "outputs" ? outputPorts(node, type) : type.inputs;
  return ports.some((port) => port.id === ref.port);
}

export function startKey(document: GraphDocument): string | null {
  return document.order.find((key) => document.nodes[key]?.type === "start") ?? null;
}

/** A start behind which nothing is yet. */
export function loneStart({ nodes, order }: GraphDocument, types: NodeTypeIndex): string | null {
  const isAlone = !order.some((key) => types[nodes[key]?.type ?? ""]?.inputs.length);
  return isAlone ? (order.find((key) => types[nodes[key]?.type ?? ""]?.role === "start") ?? null) : null;
}

/** True if another node of this type may be added: there is one start node. */
export function mayAdd(document: GraphDocument, type: string): boolean {
  return type !== "start" || startKey(document) === null;
}

/** Codes that are computed here at once; the server's word on them is older than the screen. */
const INSTANT_CODES: ReadonlySet<string> = new Set(["no_start", "no_end", "unconnected", "unreachable"]);

/** Problems of the graph's shape, found without the server, in its words. */
export function instantProblems(document: GraphDocument, types: NodeTypeIndex): ShownProblem[] {
  if (document.order.length === 0) return [];
  const reached = reachedFromStart(document, types);
  const placement = nodeList(document).flatMap((node) =>
    isOffThePath(types[node.type]) ? [] : (placementProblem(document, types, node, reached) ?? []),
  );
  return [...missingEnds(document), ...placement];
}

function missingEnds(document: GraphDocument): ShownProblem[] {
  const types = new Set(document.order.map((key) => document.nodes[key]?.type));
  return [
    ...(types.has("start") ? [] : [problem("no_start", "error", null)]),
    ...(types.has("end") ? [] : [problem("no_end", "warning", null)]),
  ];
}

function placementProblem(
  document: GraphDocument,
  types: NodeTypeIndex,
  node: NodeDoc,
  reached: ReadonlySet<string>,
): ShownProblem | null {
  const { key, name } = node;
  const isUnconnected =
    incomingEdges(document.edges, key).length === 0 && outgoingEdges(document.edges, key).length === 0;
  // The only node inside of a container is its whole body.
  if (isUnconnected && homeOf(document.nodes, types, key).length > 0) return null;
  if (isUnconnected && (document.order.length > 1 || node.type !== "start")) {
    return problem("unconnected", "warning", key, { name });
  }
  if (isUnconnected || reached.has(key)) return null;
  return problem("unreachable", "warning", key, { name });
}

function reachedFromStart(document: GraphDocument, types: NodeTypeIndex): Set<string> {
  const start = startKey(document);
  const reached = new Set(start === null ? [] : [start]);
  for (const key of reached) {
    for (const { target } of outgoingEdges(document.edges, key)) reached.add(target);
    if (isContainer(document.nodes[key], types))
      for (const root of bodyRoots(document, key)) reached.add(root);
  }
  return reached;
}

/** First nodes of a container's passes: inside without predecessors. Groups do not block. */
function bodyRoots(document: GraphDocument, key: string): string[] {
  return childKeys(document.nodes, key).flatMap((child) => {
    if (document.nodes[child]?.type === "group") return bodyRoots(document, child);
    return incomingEdges(document.edges, child).length === 0 ? [child] : [];
  });
}

/** Displayed problems: the server's that still apply, with the instant ones updated. */
export function currentProblems(
  document: GraphDocument,
  types: NodeTypeIndex,
  stored: readonly Problem[],
): ShownProblem[] {
  const applies = (item: Problem) =>
    !INSTANT_CODES.has(item.code) &&
    (item.node_key === null || document.nodes[item.node_key] !== undefined) &&
    (item.edge_id === null || document.edges[item.edge_id] !== undefined);
  const all = [...instantProblems(document, types), ...stored.filter(applies)];
  return all.sort((a, b) => rank(a) - rank(b));
}

function rank(item: ShownProblem): number {
  return item.severity === "error" ? 0 : 1;
}

function problem(
  code: string,
  severity: Problem["severity"],
  nodeKey: string | null,
  values?: { name: string },
): ShownProblem {
  const message = { key: `problems:${code}`, ...(values && { values }) };
  return { code, severity, node_key: nodeKey, edge_id: null, field: null, message };
}
