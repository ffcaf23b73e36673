/** Sizes and places on the canvas: cards have known sizes, so nothing has to be measured before it can be drawn. */

import type { NodeTypeInfo, Position } from "@/api/types";
import { nodeTools } from "./config";
import { summarise } from "./summary";
import { type GraphDocument, type NodeDoc, type NodeTypeIndex, nodeList } from "./types";

export type Size = { width: number; height: number };
export type Box = Position & Size;

/*
 * Heights are chosen so that any two ports are a multiple of the grid apart: cards on the grid have straight edges.
 * `canvas.css` draws to the same measures.
 */
export const CARD_WIDTH = 248;
const HEADER_HEIGHT = 48;
const LINE_HEIGHT = 16;
const LINES_PADDING = 12;
const NO_LINES_PADDING = 4;
const CHIPS_HEIGHT = 32;
const PORT_HEIGHT = 24;
const PORTS_PADDING = 4;

/** Distance of a port from the top of its card when it is the only one on its side. */
export const SINGLE_PORT_Y = HEADER_HEIGHT / 2;
export const GAP_X = 88;
export const GAP_Y = 40;
const GRID = 8;

/** Outer size of a node's card. */
export function cardSize(node: NodeDoc, type: NodeTypeInfo | undefined): Size {
  return { width: CARD_WIDTH, height: portsTop(node) + portsHeight(type) };
}

/** Where the rows of labelled ports begin. */
function portsTop(node: NodeDoc): number {
  const lines = summarise(node).length;
  const chips = hasToolChips(node) ? CHIPS_HEIGHT : 0;
  return HEADER_HEIGHT + (lines > 0 ? lines * LINE_HEIGHT + LINES_PADDING : NO_LINES_PADDING) + chips;
}

function portsHeight(type: NodeTypeInfo | undefined): number {
  const rows = Math.max(labelledPorts(type, "inputs"), labelledPorts(type, "outputs"));
  return rows > 0 ? rows * PORT_HEIGHT + PORTS_PADDING : 0;
}

/** Ports have labels only where there is a choice. */
function labelledPorts(type: NodeTypeInfo | undefined, side: "inputs" | "outputs"): number {
  const count = type?.[side].length ?? 0;
  return count > 1 ? count : 0;
}

/** Height of a port's middle below the top of the card. */
export function portY(
  node: NodeDoc,
  type: NodeTypeInfo | undefined,
  side: "inputs" | "outputs",
  port: string,
): number {
  if (labelledPorts(type, side) === 0) return SINGLE_PORT_Y;
  const row = type?.[side].findIndex(({ id }) => id === port) ?? 0;
  return portsTop(node) + Math.max(row, 0) * PORT_HEIGHT + PORT_HEIGHT / 2;
}

export function hasToolChips(node: NodeDoc): boolean {
  if (node.type !== "process") return false;
  const builtin = node.config.enabledTools;
  return nodeTools(node.config).length > 0 || (Array.isArray(builtin) && builtin.length > 0);
}

export function nodeBox(node: NodeDoc, types: NodeTypeIndex): Box {
  return { ...node.position, ...cardSize(node, types[node.type]) };
}

export function boundsOf(document: GraphDocument, types: NodeTypeIndex): Box | null {
  const boxes = nodeList(document).map((node) => nodeBox(node, types));
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/**
 * The free place nearest below `wanted` for a card of `size`: nothing lands on top of another node.
 */
export function freePosition(
  document: GraphDocument,
  types: NodeTypeIndex,
  wanted: Position,
  size: Size,
): Position {
  const boxes = nodeList(document).map((node) => nodeBox(node, types));
  const place = { x: snap(wanted.x), y: snap(wanted.y) };
  for (;;) {
    const inTheWay = boxes.filter((box) => isOverlapping({ ...place, ...size }, box));
    if (inTheWay.length === 0) return place;
    place.y = snapUp(Math.max(...inTheWay.map((box) => box.y + box.height)) + GAP_Y);
  }
}

/** Round to the canvas grid. */
export function snap(value: number): number {
  return Math.round(value / GRID) * GRID;
}

/** Round to the canvas grid, upwards: for places that must clear something. */
function snapUp(value: number): number {
  return Math.ceil(value / GRID) * GRID;
}

export const SNAP_GRID: [number, number] = [GRID, GRID];
const MARGIN = 16;

function isOverlapping(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width + MARGIN &&
    b.x < a.x + a.width + MARGIN &&
    a.y < b.y + b.height + MARGIN &&
    b.y < a.y + a.height + MARGIN
  );
}
