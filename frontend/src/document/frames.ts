/** Size of frames and notes: their content, and at least the size set by people. */

import type { JsonObject } from "@/api/types";
import { type Box, cardSize, type Size } from "./geometry";
import { absolutePosition, ancestorKeys, childKeys, isContainer, isFrame, isNested } from "./nesting";
import { outputPorts } from "./ports";
import type { GraphDocument, NodeDoc, NodeTypeIndex } from "./types";

type Graph = Pick<GraphDocument, "nodes">;

/** Room around the nodes in a frame; the head holds its name. */
export const FRAME_HEAD = 48;
export const FRAME_PADDING = 24;
/** The "+" behind a card stays in the frame, too. */
const PLUS_WIDTH = 40;
const LABELS_WIDTH = 32;
const FRAME_MIN: Size = { width: 376, height: 176 };
const NOTE_SIZE: Size = { width: 248, height: 144 };
const LONGEST = 10_000;
const SHORTEST = 40;

type FrameLook = { width: number | null; height: number | null; collapsed: boolean };

/** An iteration's `width` is another thing: how many items it works on at once. */
function lengthNames({ type }: NodeDoc): readonly [string, string] {
  return type === "group" || type === "note" ? ["width", "height"] : ["frameWidth", "frameHeight"];
}

/** Frame settings of a node. */
export function frameLook(node: NodeDoc): FrameLook {
  const [width, height] = lengthNames(node).map((name) => {
    const length = node.config[name];
    return typeof length === "number" && length > 0 ? length : null;
  });
  return { width: width ?? null, height: height ?? null, collapsed: node.config.collapsed === true };
}

/** Config of a node with other frame settings. */
export function withFrameLook(node: NodeDoc, look: Partial<FrameLook>): JsonObject {
  const length = (value: number | null) =>
    value === null ? null : Math.round(Math.min(LONGEST, Math.max(SHORTEST, value)));
  const [widthName, heightName] = lengthNames(node);
  const { width, height, collapsed } = look;
  return {
    ...node.config,
    ...(width === undefined ? {} : { [widthName]: length(width) }),
    ...(height === undefined ? {} : { [heightName]: length(height) }),
    ...(collapsed === undefined ? {} : { collapsed }),
  };
}

export function isOpenFrame(node: NodeDoc | undefined, types: NodeTypeIndex): boolean {
  return node !== undefined && isFrame(node, types) && !frameLook(node).collapsed;
}

/** The outermost folded frame that hides a node; null when it is drawn. */
export function hiddenIn(nodes: GraphDocument["nodes"], types: NodeTypeIndex, key: string): string | null {
  if (!nodes[key]?.parent) return null;
  const folded = ancestorKeys(nodes, key).filter((around) => {
    const node = nodes[around];
    return node !== undefined && isFrame(node, types) && frameLook(node).collapsed;
  });
  return folded.at(-1) ?? null;
}

type Sizes = { types: NodeTypeIndex; sizes: Map<string, Size> };
const cache = new WeakMap<object, Sizes>();

/** Outer size of whatever a node is drawn as. */
export function nodeSize({ nodes }: Graph, types: NodeTypeIndex, node: NodeDoc): Size {
  if (node.type === "note") return noteSize(node);
  if (!isOpenFrame(node, types)) return cardSize(node, types[node.type]);
  let known = cache.get(nodes);
  if (!known || known.types !== types) {
    known = { types, sizes: new Map() };
    cache.set(nodes, known);
  }
  const before = known.sizes.get(node.key);
  if (before) return before;
  known.sizes.set(node.key, FRAME_MIN);
  const size = frameSize({ nodes }, types, node);
  known.sizes.set(node.key, size);
  return size;
}

function noteSize(node: NodeDoc): Size {
  const { width, height } = frameLook(node);
  return { width: width ?? NOTE_SIZE.width, height: height ?? NOTE_SIZE.height };
}

/** The smallest size of a frame that holds what lies in it. */
export function contentSize(graph: Graph, types: NodeTypeIndex, node: NodeDoc): Size {
  const right =
    FRAME_PADDING + PLUS_WIDTH + (outputPorts(node, types[node.type]).length > 1 ? LABELS_WIDTH : 0);
  const size = { ...FRAME_MIN };
  for (const key of childKeys(graph.nodes, node.key)) {
    const child = graph.nodes[key];
    if (!child) continue;
    const { width, height } = nodeSize(graph, types, child);
    size.width = Math.max(size.width, child.position.x + width + right);
    size.height = Math.max(size.height, child.position.y + height + FRAME_PADDING);
  }
  return size;
}

function frameSize(graph: Graph, types: NodeTypeIndex, node: NodeDoc): Size {
  const least = contentSize(graph, types, node);
  const { width, height } = frameLook(node);
  return { width: Math.max(width ?? 0, least.width), height: Math.max(height ?? 0, least.height) };
}

/** Bounds of a node in its parent. */
export function nodeBox(graph: Graph, types: NodeTypeIndex, node: NodeDoc): Box {
  return { ...node.position, ...nodeSize(graph, types, node) };
}

/** The innermost open frame under a point of the canvas; frames in `without`, and what lies in them, do not count. */
export function frameAt(
  { nodes }: Graph,
  types: NodeTypeIndex,
  point: { x: number; y: number },
  without: ReadonlySet<string> = new Set(),
): string | null {
  let found: { key: string; depth: number } | null = null;
  for (const node of Object.values(nodes)) {
    if (!isOpenFrame(node, types)) continue;
    const around = ancestorKeys(nodes, node.key);
    if (without.has(node.key) || around.some((key) => without.has(key))) continue;
    if (isNested(nodes) && hiddenIn(nodes, types, node.key) !== null) continue;
    const { x, y } = absolutePosition(nodes, node.key);
    const { width, height } = nodeSize({ nodes }, types, node);
    const isInside = point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
    if (isInside && (found === null || around.length > found.depth)) {
      found = { key: node.key, depth: around.length };
    }
  }
  return found?.key ?? null;
}

/** True if a node may be in a frame: starts and ends stay outside of containers. */
export function mayLieIn(
  { nodes }: Graph,
  types: NodeTypeIndex,
  type: string,
  parent: string | null,
): boolean {
  if (parent === null) return true;
  const role = types[type]?.role;
  const isInContainer = [parent, ...ancestorKeys(nodes, parent)].some((key) =>
    isContainer(nodes[key], types),
  );
  return !isInContainer || (role !== "start" && role !== "end" && role !== "trigger");
}
