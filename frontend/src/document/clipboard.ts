/** Nodes on the system clipboard: plain JSON with a format mark, so that it pastes across tabs and into a text file. */

import type { Position } from "@/api/types";
import { isRecord, parseJson } from "@/lib/json";
import { mayLieIn } from "./frames";
import { takenEdgeIds, takenKeys, takenNames, uniqueEdgeId, uniqueKey, uniqueName } from "./naming";
import { absolutePosition, descendantKeys } from "./nesting";
import { renameReferences } from "./references";
import type { EdgeDoc, GraphDocument, GraphOperation, NodeDoc, NodeTypeIndex } from "./types";
import { mayAdd } from "./validate";

const CLIPBOARD_FORMAT = "flowloom/nodes";
const MAX_TEXT_LENGTH = 4_000_000;

type ClipboardContent = {
  format: typeof CLIPBOARD_FORMAT;
  version: 1;
  nodes: NodeDoc[];
  edges: EdgeDoc[];
};

type Paste = {
  operations: GraphOperation[];
  /** Keys of the new nodes. */
  keys: string[];
  /** Names of what could not be pasted: a second start node, or a type that this server does not know. */
  leftOut: string[];
};

/** Serialise nodes and the edges between them. */
export function copyNodes(document: GraphDocument, keys: Iterable<string>): string {
  const picked = [...keys];
  const chosen = new Set(picked.flatMap((key) => [key, ...descendantKeys(document.nodes, key)]));
  const content: ClipboardContent = {
    format: CLIPBOARD_FORMAT,
    version: 1,
    nodes: document.order.flatMap((key) => {
      const node = document.nodes[key];
      if (!node || !chosen.has(key)) return [];
      if (node.parent !== null && chosen.has(node.parent)) return [node];
      return [{ ...node, parent: null, position: absolutePosition(document.nodes, key) }];
    }),
    edges: Object.values(document.edges).filter((edge) => chosen.has(edge.source) && chosen.has(edge.target)),
  };
  return JSON.stringify(content, null, 2);
}

/** True if a text has copied nodes, but too many to read. */
export function isTooLong(text: string): boolean {
  return text.length > MAX_TEXT_LENGTH && text.slice(0, 100).includes(CLIPBOARD_FORMAT);
}

/** Read clipboard text; null when it is not ours. */
export function parseClipboard(text: string): ClipboardContent | null {
  if (text.length > MAX_TEXT_LENGTH || !text.includes(CLIPBOARD_FORMAT)) return null;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return null;
  }
  return isContent(value) ? value : null;
}

/**
 * Operations that add copied nodes with new keys and names, their top left corner at `at`.
 *
 * @param parent the frame that they go into; `at` is as seen from its corner.
 */
export function pasteOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  content: ClipboardContent,
  at: Position,
  parent: string | null = null,
): Paste {
  const wanted = pasteable(document, types, content.nodes, parent);
  const renaming = renamingFor(document, wanted);
  const isOuter = (node: NodeDoc) => !renaming.keys.has(node.parent ?? "");
  const origin = topLeft(wanted.filter(isOuter));
  const nodes = wanted.map((node) => ({
    ...node,
    key: renaming.keys.get(node.key) ?? node.key,
    name: renaming.names.get(node.name) ?? node.name,
    config: renameReferences(node.config, renaming, types[node.type]),
    ...(isOuter(node)
      ? { parent, position: { x: node.position.x - origin.x + at.x, y: node.position.y - origin.y + at.y } }
      : { parent: renaming.keys.get(node.parent ?? "") ?? null }),
  }));
  const edges = copyEdges(document, content.edges, renaming.keys);
  return {
    operations: [
      ...nodes.map((node) => ({ op: "add_node" as const, node })),
      ...edges.map((edge) => ({ op: "add_edge" as const, edge })),
    ],
    keys: nodes.map((node) => node.key),
    leftOut: content.nodes.filter((node) => !wanted.includes(node)).map((node) => node.name),
  };
}

function pasteable(
  document: GraphDocument,
  types: NodeTypeIndex,
  nodes: NodeDoc[],
  parent: string | null,
): NodeDoc[] {
  let starts = 0;
  return nodes.filter((node) => {
    if (!types[node.type] || !mayAdd(document, node.type)) return false;
    if (!mayLieIn(document, types, node.type, parent)) return false;
    if (node.type === "start") starts += 1;
    return node.type !== "start" || starts === 1;
  });
}

function renamingFor(document: GraphDocument, nodes: NodeDoc[]) {
  const keys = new Map<string, string>();
  const names = new Map<string, string>();
  const keyOf = new Map<string, string>();
  const usedKeys = takenKeys(document);
  const usedNames = takenNames(document);
  for (const node of nodes) {
    const key = uniqueKey(node.key, usedKeys);
    const name = uniqueName(node.name, usedNames);
    usedKeys.add(key);
    usedNames.add(name);
    keys.set(node.key, key);
    names.set(node.name, name);
    keyOf.set(name, key);
  }
  return { keys, names, keyOf };
}

function copyEdges(document: GraphDocument, edges: EdgeDoc[], keys: ReadonlyMap<string, string>): EdgeDoc[] {
  const taken = takenEdgeIds(document);
  const copies: EdgeDoc[] = [];
  for (const edge of edges) {
    const source = keys.get(edge.source);
    const target = keys.get(edge.target);
    if (!source || !target) continue;
    const copy = { ...edge, source, target };
    copy.id = uniqueEdgeId(copy, taken);
    taken.add(copy.id);
    copies.push(copy);
  }
  return copies;
}

function topLeft(nodes: NodeDoc[]): Position {
  if (nodes.length === 0) return { x: 0, y: 0 };
  return {
    x: Math.min(...nodes.map((node) => node.position.x)),
    y: Math.min(...nodes.map((node) => node.position.y)),
  };
}

function isContent(value: unknown): value is ClipboardContent {
  return (
    isRecord(value) &&
    value.format === CLIPBOARD_FORMAT &&
    value.version === 1 &&
    Array.isArray(value.nodes) &&
    Array.isArray(value.edges) &&
    value.nodes.every(isNode)
  );
}

function isNode(value: unknown): value is NodeDoc {
  return (
    isRecord(value) &&
    typeof value.key === "string" &&
    typeof value.name === "string" &&
    typeof value.type === "string" &&
    typeof value.config === "object" &&
    value.config !== null &&
    isRecord(value.position) &&
    Number.isFinite(value.position.x) &&
    Number.isFinite(value.position.y)
  );
}
