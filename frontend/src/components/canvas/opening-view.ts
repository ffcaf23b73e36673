/** Initial viewport: the whole flow, or its beginning. */

import type { Viewport } from "@xyflow/react";
import type { Box } from "@/document/geometry";
import type { Area } from "./view-area";

/** Below this zoom a card is hard to read. */
const READABLE_ZOOM = 0.8;
/** Below this zoom the names of cards are hard to read. */
export const NAMED_ZOOM = 0.33;
/** Below this zoom a card is hard to see. */
export const VISIBLE_ZOOM = 0.1;
const MAX_ZOOM = 1;
const MIN_ZOOM = 0.05;
const MARGIN_X = 40;
/** Above are the button for a new node and the bar of a selection, below the tools. */
const MARGIN_TOP = 56;
const MARGIN_BOTTOM = 64;

/** A whole graph in the middle of the area, at no more than its full size. */
export function fittedView(graph: Box, area: Area): Viewport {
  const inner = inside(area);
  const across = (inner.right - inner.left) / graph.width;
  const down = (inner.bottom - inner.top) / graph.height;
  const zoom = Math.max(Math.min(across, down, MAX_ZOOM), MIN_ZOOM);
  return {
    x: centred(graph.x, graph.width, zoom, inner.left, inner.right),
    y: middle(graph, zoom, inner),
    zoom,
  };
}

/**
 * The view in which a graph is opened: the whole of it when that needs no smaller zoom than `least`.
 *
 * Otherwise it begins at the left edge of the first of `beginnings` that is not wider than the area, or of the last one,
 * with the middle of that halfway down. What is too high for the area begins at its top.
 */
export function openingView(graph: Box, beginnings: readonly Box[], area: Area, least: number): Viewport {
  const whole = fittedView(graph, area);
  if (whole.zoom >= least) return whole;
  const zoom = READABLE_ZOOM;
  const inner = inside(area);
  const fits = ({ width }: Box) => width * zoom <= inner.right - inner.left;
  const beginning = beginnings.find(fits) ?? beginnings.at(-1) ?? graph;
  const fitsDown = graph.height * zoom <= inner.bottom - inner.top;
  return {
    x: inner.left - beginning.x * zoom,
    y: middle(fitsDown ? graph : beginning, zoom, inner),
    zoom,
  };
}

function middle({ y, height }: Box, zoom: number, { top, bottom }: Area): number {
  return Math.max(centred(y, height, zoom, top, bottom), top - y * zoom);
}

function centred(start: number, length: number, zoom: number, from: number, to: number): number {
  return (from + to - length * zoom) / 2 - start * zoom;
}

/** Area within margins. */
export function inside({ left, top, right, bottom }: Area): Area {
  return {
    left: left + MARGIN_X,
    top: top + MARGIN_TOP,
    right: right - MARGIN_X,
    bottom: bottom - MARGIN_BOTTOM,
  };
}
