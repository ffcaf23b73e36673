/** Adding nodes: from the palette or behind a port; placed, named and wired in one step. */

import type { EdgeDoc, NodeTypeInfo, Position } from "@/api/types";
import type { Language } from "@/i18n";
import { localText } from "@/i18n/local-text";
import { outgoingEdges } from "./edge-index";
import { isOpenFrame, nodeBox, nodeSize } from "./frames";
import { GAP_X, GAP_Y, portY, SINGLE_PORT_Y, TRIGGER_SIZE } from "./geometry";
import { takenEdgeIds, takenKeys, takenNames, uniqueEdgeId, uniqueKey, uniqueName } from "./naming";
import { dockAt, isTrigger } from "./off-the-path";
import { applyOperations } from "./operations";
import { boundsOf, freePosition } from "./placement";
import {
  type GraphDocument,
  type GraphOperation,
  type NodeDoc,
  type NodeTypeIndex,
  nodeList,
  type PortRef,
} from "./types";

export type Added = { operations: GraphOperation[]; key: string };
export type AddOptions = {
  language: Language;
  config?: NodeDoc["config"];
  name?: string;
  /** The frame that the node will lie in; places are as seen from its corner. */
  parent?: string | null;
};

/** Position of a new node, and its connection. */
export type AddTarget =
  | { kind: "after"; source: PortRef; at?: Position }
  | { kind: "edge"; edgeId: string; at?: Position }
  | { kind: "free"; at: Position | null; parent?: string | null };

/** Position of the first node on an empty canvas. */
const ORIGIN: Position = { x: 0, y: 0 };

/** A new node of a type with its defaults, at the free place nearest to `wanted`. */
export function newNode(
  document: GraphDocument,
  types: NodeTypeIndex,
  type: NodeTypeInfo,
  wanted: Position,
  options: AddOptions,
): NodeDoc {
  const name = options.name ?? localText(type.title, options.language);
  const node: NodeDoc = {
    key: uniqueKey(/^[\x20-\x7e]+$/.test(name) ? name : type.id, takenKeys(document)),
    name: uniqueName(name, takenNames(document)),
    type: type.id,
    type_version: type.version,
    config: { ...structuredClone(type.default_config), ...options.config },
    position: wanted,
    parent: options.parent ?? null,
    bypass: false,
    pinned_output: null,
  };
  const size = nodeSize(document, types, node);
  return { ...node, position: freePosition(document, types, wanted, size, node.parent) };
}

/** Add a node without wires. The first node of an empty canvas brings its start node, wired. */
export function addNode(
  document: GraphDocument,
  types: NodeTypeIndex,
  type: NodeTypeInfo,
  wanted: Position | null,
  options: AddOptions,
): Added {
  const start = types.start;
  if (isTrigger(type)) return addTrigger(document, types, type, options);
  if (document.order.length > 0 || type.id === "start" || !start || type.inputs.length === 0) {
    const place = wanted ?? nextPlace(document, types, options.parent ?? null);
    const node = newNode(document, types, type, place, options);
    return { operations: [{ op: "add_node", node }], key: node.key };
  }
  const place = wanted ?? ORIGIN;
  const first = newNode(document, types, start, place, { language: options.language });
  const withStart = applyOperations(document, [{ op: "add_node", node: first }]).document;
  const rest = addAfter(
    withStart,
    types,
    { node: first.key, port: start.outputs[0]?.id ?? "out" },
    type,
    options,
  );
  return { operations: [{ op: "add_node", node: first }, ...rest.operations], key: rest.key };
}

/** Triggers are docked at the start node, which is added if missing. */
function addTrigger(
  document: GraphDocument,
  types: NodeTypeIndex,
  type: NodeTypeInfo,
  options: AddOptions,
): Added {
  const known = nodeList(document).find((node) => node.type === "start");
  const missing =
    known || !types.start
      ? []
      : [newNode(document, types, types.start, ORIGIN, { language: options.language })];
  const operations = missing.map((node): GraphOperation => ({ op: "add_node", node }));
  const withStart = applyOperations(document, operations).document;
  const start = known ?? missing[0];
  const wanted = start ? dockAt(start, TRIGGER_SIZE) : ORIGIN;
  const node = newNode(withStart, types, type, wanted, options);
  return { operations: [...operations, { op: "add_node", node }], key: node.key };
}

/** To the right of everything in the frame, in the row of the last node. */
function nextPlace(document: GraphDocument, types: NodeTypeIndex, parent: string | null): Position {
  const bounds = boundsOf(document, types, parent);
  const last = document.nodes[document.order.findLast((key) => document.nodes[key]?.parent === parent) ?? ""];
  return bounds ? { x: bounds.x + bounds.width + GAP_X, y: last?.position.y ?? bounds.y } : ORIGIN;
}

/** Add a node behind an output port and wire it. */
export function addAfter(
  document: GraphDocument,
  types: NodeTypeIndex,
  source: PortRef,
  type: NodeTypeInfo,
  options: AddOptions & { at?: Position },
): Added {
  const place = options.at ?? placeAfter(document, types, source);
  const parent = document.nodes[source.node]?.parent ?? null;
  const node = newNode(document, types, type, place, { ...options, parent });
  const operations: GraphOperation[] = [{ op: "add_node", node }];
  const input = type.inputs[0];
  if (input) {
    const edge = newEdge(document, source, { node: node.key, port: input.id });
    operations.push({ op: "add_edge", edge });
  }
  return { operations, key: node.key };
}

/** Right of the source, at the height of its port; below what already hangs there. */
function placeAfter(document: GraphDocument, types: NodeTypeIndex, source: PortRef): Position {
  const node = document.nodes[source.node];
  if (!node) return ORIGIN;
  const type = types[node.type];
  const port = portY(node, type, "outputs", source.port, isOpenFrame(node, types));
  const level = node.position.y + port - SINGLE_PORT_Y;
  const siblings = outgoingEdges(document.edges, source.node).flatMap((edge) => {
    const target = edge.source_port === source.port ? document.nodes[edge.target] : undefined;
    return target?.parent === node.parent ? nodeBox(document, types, target) : [];
  });
  const below = siblings.map((box) => box.y + box.height + GAP_Y);
  return {
    x: node.position.x + nodeSize(document, types, node).width + GAP_X,
    y: Math.max(level, ...below),
  };
}

export function newEdge(document: GraphDocument, source: PortRef, target: PortRef): EdgeDoc {
  const edge = {
    source: source.node,
    source_port: source.port,
    target: target.node,
    target_port: target.port,
  };
  return { id: uniqueEdgeId(edge, takenEdgeIds(document)), ...edge };
}
