/** Canvas interface for the rest of the editor. */

import type { ReactFlowInstance, Viewport } from "@xyflow/react";
import type { Position } from "@/api/types";
import { isTyping } from "@/commands/keys";
import type { Box } from "@/document/geometry";
import { fittedView, inside, NAMED_ZOOM, openingView, VISIBLE_ZOOM } from "./opening-view";
import { type CardNode, type FlowEdge, MANY_NODES } from "./to-flow";
import { type Area, isWithin, overflow, touches } from "./view-area";

type Flow = ReactFlowInstance<CardNode, FlowEdge>;

/** Parts of the canvas that panels cover, in pixels. */
export type Insets = { left: number; right: number };

const ZOOM_STEP = 1.25;
const REVEAL_MARGIN = 32;
const MOVE_MS = 200;
/** Room for the "+" behind a card, in pixels. */
const PLUS_WIDTH = 36;
/** Width reserved for the button after a lone start. */
const FIRST_STEP_WIDTH = 150;
/** Up to this width a canvas has room for little more than one card that can be read, in pixels. */
const PHONE_WIDTH = 760;

export class CanvasHandle {
  private flow: Flow | null = null;
  private element: HTMLElement | null = null;
  private pointer: Position | null = null;
  /** Area last left free by panels. */
  private free: Area | null = null;
  /** The view that was chosen for the whole graph; who looks elsewhere has moved it. */
  private chosen: Viewport | null = null;
  private isPressed = false;
  /** The movement that waits until nothing is pressed. */
  private waiting: (() => void) | null = null;
  private movesUntil = 0;
  /** End of the movement that is under way. */
  private target: Viewport | null = null;
  insets: () => Insets = () => ({ left: 0, right: 0 });

  /** `isOverview`: shows the whole graph first, even where its cards are too small to read. */
  constructor(private readonly isOverview = false) {}

  /** Take hold of a canvas that has its size, and show where its graph begins. */
  attach(flow: Flow, element: HTMLElement): void {
    this.flow = flow;
    this.element = element;
    this.free = freeArea(element, this.insets());
    this.show(this.openingView(this.free), 0);
    if (!isTyping(document.activeElement)) this.focus();
  }

  detach(): void {
    this.flow = null;
    this.element = null;
    this.pointer = null;
    this.free = null;
    this.chosen = null;
  }

  /** Remember where the pointer is, in screen pixels; null when it left. */
  setPointer(screen: Position | null): void {
    this.pointer = screen;
  }

  /** Put everything, or the given nodes, into view. */
  fit(keys: readonly string[] = []): void {
    const { element } = this;
    const graph = this.boxOf(({ id }) => keys.length === 0 || keys.includes(id));
    if (element && graph) this.show(fittedView(graph, freeArea(element, this.insets())), moveTime());
  }

  private openingView(area: Area): Viewport | null {
    const graph = this.boxOf(() => true);
    const start = this.boxOf(({ data }) => data.node.type === "start");
    const docked = this.boxOf(({ type, data }) => type === "trigger" || data.node.type === "start");
    const isPhone = (this.element?.clientWidth ?? 0) <= PHONE_WIDTH;
    const least = this.isOverview || isPhone ? VISIBLE_ZOOM : NAMED_ZOOM;
    if (!graph || !start || !docked) return graph && openingView(graph, [], area, least);
    const isAlone = docked.width === graph.width && docked.height === graph.height;
    const shown = isAlone ? { ...graph, width: graph.width + FIRST_STEP_WIDTH } : graph;
    return openingView(shown, [docked, start], area, least);
  }

  private show(view: Viewport | null, duration: number): void {
    this.chosen = view;
    // Zooming out over hundreds of cards would draw them all on the way.
    const isLarge = (this.flow?.getNodes().length ?? 0) > MANY_NODES;
    if (view) this.move(view, isLarge ? 0 : duration);
  }

  /** Bounds of the given nodes, in canvas coordinates; null if there are none. */
  private boxOf(isMeant: (node: CardNode) => boolean): Box | null {
    const nodes = this.flow?.getNodes().filter((node) => !node.hidden && isMeant(node)) ?? [];
    return nodes.length > 0 ? (this.flow?.getNodesBounds(nodes) ?? null) : null;
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

  /**
   * Keeps pressed elements under the pointer until released: browsers drop the click of a button that moves away. Ends
   * movements, and delays those requested by panels.
   */
  holdWhilePressed(): void {
    if (this.flow && performance.now() < this.movesUntil) void this.flow.setViewport(this.flow.getViewport());
    this.movesUntil = 0;
    this.isPressed = true;
    const press = new AbortController();
    const release = () => {
      press.abort();
      // The click comes after the pointer is up, in the same task.
      setTimeout(() => {
        this.isPressed = false;
        this.waiting?.();
        this.waiting = null;
      });
    };
    for (const end of ["pointerup", "pointercancel"])
      window.addEventListener(end, release, { signal: press.signal });
  }

  /** Move the view as little as needed to show these nodes. */
  reveal(keys: readonly string[]): void {
    // A node that was added in this very step is drawn in the next one.
    requestAnimationFrame(() => this.revealNow(keys));
  }

  /**
   * Bring back what a panel or another size has covered since the last call: this node, or else the graph, until somebody
   * looks elsewhere. A node that was out of sight before stays there.
   */
  keepInSight(key: string | null): void {
    const { element, free: before } = this;
    if (!element) return;
    const after = freeArea(element, this.insets());
    this.free = after;
    if (key === null) this.keepGraphInSight(after);
    else if (before) {
      const card = this.areaOf([key]);
      if (card && touches(card, before) && !isWithin(card, after)) this.revealNow([key]);
    }
  }

  private keepGraphInSight(area: Area): void {
    if (this.isPressed) {
      this.waiting = () => this.keepGraphInSight(area);
      return;
    }
    const { flow, chosen } = this;
    const graph = this.boxOf(() => true);
    if (!flow || !chosen || !graph || !isEqualView(flow.getViewport(), chosen)) return;
    if (!isWithin(areaIn(chosen, graph), inside(area))) this.show(this.openingView(area), 0);
  }

  private revealNow(keys: readonly string[]): void {
    if (this.isPressed) {
      this.waiting = () => this.revealNow(keys);
      return;
    }
    const { flow, element } = this;
    const area = this.areaOf(keys);
    if (!flow || !element || !area) return;
    const { left, right } = freeArea(element, this.insets());
    const moveX = overflow(area.left, area.right - area.left + PLUS_WIDTH, left, right, REVEAL_MARGIN);
    const bottom = this.bottomAt(area.right + moveX);
    const top = this.topAt(area.left + moveX);
    const moveY = overflow(area.top, area.bottom - area.top, top, bottom, REVEAL_MARGIN);
    if (moveX === 0 && moveY === 0) return;
    const { x, y, zoom } = this.coming(flow);
    this.move({ x: x + moveX, y: y + moveY, zoom }, moveTime());
  }

  private move(view: Viewport, duration: number): void {
    // The steps on the way are divided by the size of the canvas, which is 0 while it is hidden.
    const time = this.element?.getBoundingClientRect().width ? duration : 0;
    this.movesUntil = performance.now() + time;
    this.target = view;
    // Straight: the other way zooms out on the way, and whoever interrupts it would stay there.
    void this.flow?.setViewport(view, { duration: time, interpolate: "linear" });
  }

  /** Bounds of nodes on the screen; null when none of them is drawn. */
  private areaOf(keys: readonly string[]): Area | null {
    const { flow } = this;
    const drawn = keys.filter((key) => flow?.getNode(key));
    if (!flow || drawn.length === 0) return null;
    return areaIn(this.coming(flow), flow.getNodesBounds(drawn));
  }

  /** The view once the movement under way has ended. */
  private coming(flow: Flow): Viewport {
    return this.target && performance.now() < this.movesUntil ? this.target : flow.getViewport();
  }

  /** Bottom of the free canvas for an element that reaches to `right`: the map covers its corner. */
  private bottomAt(right: number): number {
    const canvas = this.element?.getBoundingClientRect();
    const map = this.element?.querySelector(".fl-map")?.getBoundingClientRect();
    if (!canvas) return 0;
    const isUnderMap = map !== undefined && map.width > 0 && right > map.left - canvas.left;
    return isUnderMap ? map.top - canvas.top : canvas.height;
  }

  /** Top of the free canvas for an element that begins at `left`: the button for a new node covers its corner. */
  private topAt(left: number): number {
    const canvas = this.element?.getBoundingClientRect();
    const button = this.element?.querySelector(".fl-add-button")?.getBoundingClientRect();
    return canvas && button && left < button.right - canvas.left ? button.bottom - canvas.top : 0;
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

  /** Pointer position in canvas coordinates; null when outside. */
  pointerPosition(): Position | null {
    return this.pointer && this.toCanvas(this.pointer);
  }

  toCanvas(screen: Position): Position {
    return this.flow?.screenToFlowPosition(screen, { snapToGrid: false }) ?? screen;
  }

  toScreen(position: Position): Position {
    return this.flow?.flowToScreenPosition(position) ?? position;
  }

  /** Drawn position of a node, in canvas coordinates; during a drag it differs from the stored one. */
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

  /** True if the canvas or a part of it has the keyboard focus. */
  hasFocus(): boolean {
    return this.element?.contains(document.activeElement) ?? false;
  }
}

function freeArea({ clientWidth, clientHeight }: HTMLElement, { left, right }: Insets): Area {
  return { left, top: 0, right: clientWidth - right, bottom: clientHeight };
}

/** Screen position of a box of the canvas. */
function areaIn({ x, y, zoom }: Viewport, box: Box): Area {
  const left = box.x * zoom + x;
  const top = box.y * zoom + y;
  return { left, top, right: left + box.width * zoom, bottom: top + box.height * zoom };
}

function isEqualView(one: Viewport, other: Viewport): boolean {
  return one.x === other.x && one.y === other.y && one.zoom === other.zoom;
}

function moveTime(): number {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : MOVE_MS;
}
