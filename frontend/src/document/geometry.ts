/** Sizes and places on the canvas: cards have known sizes, so nothing has to be measured before it can be drawn. */

import type { NodeTypeInfo, Position } from "@/api/types";
import { nodeTools } from "./config";
import { outputPorts, type ShownPort } from "./ports";
import { summarise } from "./summary";
import type { NodeDoc } from "./types";

export type Size = { width: number; height: number };
export type Box = Position & Size;

/*
 * Heights are chosen so that any two ports are a multiple of the grid apart: cards on the grid have straight edges.
 * `canvas.css` draws to the same measures.
 */
export const CARD_WIDTH = 248;
/** Docked at the start: name, switch and state. */
export const TRIGGER_SIZE: Size = { width: 232, height: 80 };
const HEADER_HEIGHT = 48;
const LINE_HEIGHT = 24;
const LINES_PADDING = 4;
const NO_LINES_PADDING = 4;
const CHIPS_HEIGHT = 32;
const PORT_HEIGHT = 24;
const PORTS_PADDING = 4;

/** Distance of a port from the top of its card when it is the only one on its side. */
export const SINGLE_PORT_Y = HEADER_HEIGHT / 2;
export const GAP_X = 88;
export const GAP_Y = 40;
const GRID = 8;

/** With 5,000 nodes, measuring the lines of them all takes 15 ms, at each key. */
const sizes = new WeakMap<NodeDoc, { type: NodeTypeInfo | undefined; size: Size }>();

/** Outer size of a node's card. */
export function cardSize(node: NodeDoc, type: NodeTypeInfo | undefined): Size {
  const known = sizes.get(node);
  if (known && known.type === type) return known.size;
  const size = measuredSize(node, type);
  sizes.set(node, { type, size });
  return size;
}

function measuredSize(node: NodeDoc, type: NodeTypeInfo | undefined): Size {
  if (type?.role === "trigger") return TRIGGER_SIZE;
  return { width: CARD_WIDTH, height: portsTop(node, type) + portsHeight(node, type) };
}

/** Top of the labelled ports' rows. */
function portsTop(node: NodeDoc, type: NodeTypeInfo | undefined): number {
  const lines = summarise(node, type).length;
  const chips = hasToolChips(node) ? CHIPS_HEIGHT : 0;
  return HEADER_HEIGHT + (lines > 0 ? lines * LINE_HEIGHT + LINES_PADDING : NO_LINES_PADDING) + chips;
}

function portsHeight(node: NodeDoc, type: NodeTypeInfo | undefined): number {
  const rows = Math.max(labelledPorts(node, type, "inputs"), labelledPorts(node, type, "outputs"));
  return rows > 0 ? rows * PORT_HEIGHT + PORTS_PADDING : 0;
}

export type PortSide = "inputs" | "outputs";

export function portsOf(node: NodeDoc, type: NodeTypeInfo | undefined, side: PortSide): readonly ShownPort[] {
  return side === "outputs" ? outputPorts(node, type) : (type?.inputs ?? []);
}

/** Ports have labels only where there is a choice. */
function labelledPorts(node: NodeDoc, type: NodeTypeInfo | undefined, side: PortSide): number {
  const count = portsOf(node, type, side).length;
  return count > 1 ? count : 0;
}

/** Height of a port's middle below the top of the card; in an open frame the rows begin below its head. */
export function portY(
  node: NodeDoc,
  type: NodeTypeInfo | undefined,
  side: PortSide,
  port: string,
  isOpen = false,
): number {
  if (labelledPorts(node, type, side) === 0) return SINGLE_PORT_Y;
  const row = portsOf(node, type, side).findIndex(({ id }) => id === port);
  const top = isOpen ? HEADER_HEIGHT : portsTop(node, type);
  return top + Math.max(row, 0) * PORT_HEIGHT + PORT_HEIGHT / 2;
}

export function hasToolChips(node: NodeDoc): boolean {
  if (node.type !== "process") return false;
  const builtin = node.config.enabledTools;
  return nodeTools(node.config).length > 0 || (Array.isArray(builtin) && builtin.length > 0);
}

/** An edge that leads back to the left runs above its target, between the rows of a wrapped chain; null for all others. */
export function backwardLevel(from: Position, to: Position): number | null {
  const isBackward = to.x < from.x;
  return isBackward && to.y - from.y > 2 * ABOVE_TARGET ? to.y - ABOVE_TARGET : null;
}

const ABOVE_TARGET = SINGLE_PORT_Y + GAP_Y / 2;

/** Round to the canvas grid. */
export function snap(value: number): number {
  return Math.round(value / GRID) * GRID;
}

/** Round to the canvas grid, upwards: for places that must clear something. */
export function snapUp(value: number): number {
  return Math.ceil(value / GRID) * GRID;
}

export const SNAP_GRID: [number, number] = [GRID, GRID];
