/** What the rest of the editor may ask of the canvas. */

import type { ReactFlowInstance } from "@xyflow/react";
import type { Position } from "@/api/types";
import type { Box } from "@/document/geometry";
import { type CardNode, type FlowEdge, MANY_NODES } from "./to-flow";

type Flow = ReactFlowInstance<CardNode, FlowEdge>;

/** Parts of the canvas that panels cover, in pixels. */
export type Insets = { left: number; right: number };

/** A rectangle on the screen, in pixels from the corner of the canvas. */
type Area = Insets & { top: number; bottom: number };

const ZOOM_STEP = 1.25;
const FIT_MARGIN = 48;
const MAX_FIT_ZOOM = 1;
const MOVE_MS = 200;
/** Room for the "+" behind a card, in pixels. */
const PLUS_WIDTH = 36;

export class CanvasHandle {
  private flow: Flow | null = null;
  private element: HTMLElement | null = null;
  private pointer: Position | null = null;
  /** What panels left free when it was last looked at. */
  private free: Area | null = null;
  insets: () => Insets = () => ({ left: 0, right: 0 });

  attach(flow: Flow, element: HTMLElement): void {
    this.flow = flow;
    this.element = element;
    this.free = freeArea(element, this.insets());
  }

  detach(): void {
    this.flow = null;
    this.element = null;
    this.pointer = null;
    this.free = null;
  }

  /** Remember where the pointer is, in screen pixels; null when it left. */
  setPointer(screen: Position | null): void {
    this.pointer = screen;
  }

  /** Put everything, or the given nodes, into view. */
  fit(keys: readonly string[] = []): void {
    const { left, right } = this.insets();
    void this.flow?.fitView({
      ...(keys.length > 0 ? { nodes: keys.map((id) => ({ id })) } : {}),
      padding: {
        x: `${FIT_MARGIN}px`,
        y: `${FIT_MARGIN}px`,
        left: `${left + FIT_MARGIN}px`,
        right: `${right + FIT_MARGIN}px`,
      },
      maxZoom: MAX_FIT_ZOOM,
      // Zooming out over hundreds of cards would draw them all on the way.
      duration: (this.flow?.getNodes().length ?? 0) > MANY_NODES ? 0 : moveTime(),
    });
  }

  zoomIn(): void {
    void this.flow?.zoomTo(this.flow.getZoom() * ZOOM_STEP, { duration: moveTime() });
  }

  zoomOut(): void {
    void this.flow?.zoomTo(this.flow.getZoom() / ZOOM_STEP, { duration: moveTime() });
  }

  zoomTo(zoom: number): void {
    void this.flow?.zoomTo(zoom, { duration: moveTime() });
  }

  /** Move the view as little as needed to show these nodes. */
  reveal(keys: readonly string[]): void {
    // A node that was added in this very step is drawn in the next one.
    requestAnimationFrame(() => this.revealNow(keys));
  }

  /** Bring a node back that a panel has covered since the last call; if it was out of sight before, it stays there. */
  keepInSight(key: string | null): void {
    const { element, free: before } = this;
    if (!element) return;
    const after = freeArea(element, this.insets());
    this.free = after;
    if (key === null || !before) return;
    const card = this.areaOf([key]);
    if (card && touches(card, before) && !isWithin(card, after)) this.revealNow([key]);
  }

  private revealNow(keys: readonly string[]): void {
    const { flow, element } = this;
    const area = this.areaOf(keys);
    if (!flow || !element || !area) return;
    const { left, right } = freeArea(element, this.insets());
    const moveX = overflow(area.left, area.right - area.left + PLUS_WIDTH, left, right);
    const moveY = overflow(area.top, area.bottom - area.top, 0, this.bottomAt(area.right + moveX));
    if (moveX === 0 && moveY === 0) return;
    const { x, y, zoom } = flow.getViewport();
    void flow.setViewport({ x: x + moveX, y: y + moveY, zoom }, { duration: moveTime() });
  }

  /** Where nodes lie on the screen; null when none of them is drawn. */
  private areaOf(keys: readonly string[]): Area | null {
    const { flow } = this;
    const drawn = keys.filter((key) => flow?.getNode(key));
    if (!flow || drawn.length === 0) return null;
    const bounds = flow.getNodesBounds(drawn);
    const { x, y, zoom } = flow.getViewport();
    const left = bounds.x * zoom + x;
    const top = bounds.y * zoom + y;
    return { left, top, right: left + bounds.width * zoom, bottom: top + bounds.height * zoom };
  }

  /** How far down the canvas is free for something that reaches to `right`: the map covers its corner. */
  private bottomAt(right: number): number {
    const canvas = this.element?.getBoundingClientRect();
    const map = this.element?.querySelector(".fl-map")?.getBoundingClientRect();
    if (!canvas) return 0;
    const isUnderMap = map !== undefined && map.width > 0 && right > map.left - canvas.left;
    return isUnderMap ? map.top - canvas.top : canvas.height;
  }

  zoom(): number {
    return this.flow?.getZoom() ?? 1;
  }

  /** The part of the canvas that is drawn, in canvas coordinates. */
  visibleBox(): Box | null {
    const screen = this.element?.getBoundingClientRect();
    if (!screen) return null;
    const { x, y } = this.toCanvas({ x: screen.left, y: screen.top });
    return { x, y, width: screen.width / this.zoom(), height: screen.height / this.zoom() };
  }

  /** Middle of the visible canvas, in canvas coordinates. */
  center(): Position {
    const box = this.element?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    const { left, right } = this.insets();
    return this.toCanvas({ x: (box.left + left + box.right - right) / 2, y: box.top + box.height / 2 });
  }

  /** Where the pointer is, in canvas coordinates; null when it is elsewhere. */
  pointerPosition(): Position | null {
    return this.pointer && this.toCanvas(this.pointer);
  }

  toCanvas(screen: Position): Position {
    return this.flow?.screenToFlowPosition(screen, { snapToGrid: false }) ?? screen;
  }

  toScreen(position: Position): Position {
    return this.flow?.flowToScreenPosition(position) ?? position;
  }

  /** Where a node is drawn, in canvas coordinates; while it is dragged, that is not yet where it is stored. */
  placeOf(key: string): Position | null {
    return this.flow?.getInternalNode(key)?.internals.positionAbsolute ?? null;
  }

  /** The element of a node's card, when it is drawn. */
  cardElement(key: string): Element | null {
    return this.element?.querySelector(`.react-flow__node[data-id="${CSS.escape(key)}"]`) ?? null;
  }

  focus(): void {
    this.element?.focus({ preventScroll: true });
  }
}

function freeArea({ clientWidth, clientHeight }: HTMLElement, { left, right }: Insets): Area {
  return { left, top: 0, right: clientWidth - right, bottom: clientHeight };
}

function touches(one: Area, other: Area): boolean {
  const isBeside = one.right <= other.left || one.left >= other.right;
  return !isBeside && one.bottom > other.top && one.top < other.bottom;
}

function isWithin(inner: Area, outer: Area): boolean {
  const fitsAcross = inner.left >= outer.left && inner.right <= outer.right;
  return fitsAcross && inner.top >= outer.top && inner.bottom <= outer.bottom;
}

/** How far to move so that a stretch lies between two edges, with a margin. */
function overflow(start: number, length: number, from: number, to: number): number {
  const margin = 32;
  if (start < from + margin) return from + margin - start;
  const end = start + length;
  if (end > to - margin) return Math.max(to - margin - end, from + margin - start);
  return 0;
}

function moveTime(): number {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : MOVE_MS;
}
