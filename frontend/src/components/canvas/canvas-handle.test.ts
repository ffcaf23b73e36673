import type { ReactFlowInstance, Viewport } from "@xyflow/react";
import { describe, expect, it, vi } from "vitest";
import { CanvasHandle } from "./canvas-handle";
import type { CardNode, FlowEdge } from "./to-flow";

const CARD = { x: 700, y: 100, width: 200, height: 80 };
const UNMOVED: Viewport = { x: 0, y: 0, zoom: 1 };

/** A canvas of 1000 by 600 pixels with one card, which somebody has moved, and what the handle moves it to. */
function openCanvas() {
  let view = UNMOVED;
  const moves: Viewport[] = [];
  const size = { clientWidth: 1000, clientHeight: 600 };
  const flow = {
    getNodes: () => [{ id: "card", data: { node: { type: "template" } } }],
    getNode: (key: string) => (key === "card" ? {} : undefined),
    getNodesBounds: () => CARD,
    getViewport: () => view,
    setViewport: async (next: Viewport) => {
      view = next;
      moves.push(next);
    },
  };
  const element = document.createElement("section");
  for (const name of ["clientWidth", "clientHeight"] as const)
    Object.defineProperty(element, name, { get: () => size[name] });
  element.getBoundingClientRect = () => new DOMRect(0, 0, size.clientWidth, size.clientHeight);
  const handle = new CanvasHandle();
  handle.attach(flow as unknown as ReactFlowInstance<CardNode, FlowEdge>, element);
  const opened = view;
  view = UNMOVED;
  return {
    handle,
    size,
    opened,
    moves,
    look: (next: Viewport) => {
      view = next;
    },
    view: () => view,
  };
}

describe("a card that is to stay in sight", () => {
  it("moves out from under a panel, at the same zoom", () => {
    const { handle, view } = openCanvas();
    handle.insets = () => ({ left: 0, right: 400 });
    handle.keepInSight("card");
    expect(view().zoom).toBe(1);
    expect(view().x + CARD.x + CARD.width).toBeLessThanOrEqual(600);
    expect(view().y).toBe(0);
  });

  it("moves into a window that has become smaller", () => {
    const { handle, size, view } = openCanvas();
    size.clientHeight = 150;
    handle.keepInSight("card");
    expect(view().y + CARD.y + CARD.height).toBeLessThanOrEqual(150);
    expect(view().x).toBe(0);
  });

  it("does not move while nothing covers it", () => {
    const { handle, size, view } = openCanvas();
    size.clientWidth = 910;
    handle.keepInSight("card");
    expect(view()).toEqual({ x: 0, y: 0, zoom: 1 });
  });

  it("is left where somebody scrolled it out of sight", () => {
    const { handle, size, look, view } = openCanvas();
    look({ x: 2000, y: 0, zoom: 1 });
    size.clientWidth = 600;
    handle.keepInSight("card");
    expect(view().x).toBe(2000);
  });
});

describe("a movement under way", () => {
  it("is not ended by a card that will be in sight after it", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { handle, look, moves } = openCanvas();
    handle.fit();
    const whole = moves.at(-1);
    look({ x: 2000, y: 0, zoom: 1 });
    handle.keepInSight("card");
    expect(moves.at(-1)).toBe(whole);
    vi.useRealTimers();
  });
});

describe("a canvas on which something is pressed", () => {
  it.each(["pointerup", "pointercancel"])("moves for a panel after %s, not before", async (end) => {
    const { handle, view } = openCanvas();
    handle.insets = () => ({ left: 0, right: 400 });
    handle.holdWhilePressed();
    handle.keepInSight("card");
    expect(view()).toEqual(UNMOVED);
    window.dispatchEvent(new Event(end));
    expect(view()).toEqual(UNMOVED);
    await vi.waitFor(() => expect(view().x + CARD.x + CARD.width).toBeLessThanOrEqual(600));
  });

  it("ends a movement where it is", () => {
    const { handle, look, moves } = openCanvas();
    handle.fit();
    const underWay = { x: 3, y: 0, zoom: 1 };
    look(underWay);
    handle.holdWhilePressed();
    expect(moves.at(-1)).toEqual(underWay);
    window.dispatchEvent(new Event("pointerup"));
  });
});

describe("the graph of a canvas that nobody has moved", () => {
  const left = (view: Viewport) => view.x + CARD.x;

  it("is shown in the middle, and again when a panel covers it", () => {
    const { handle, opened, look, view } = openCanvas();
    expect(left(opened)).toBe(400);
    look(opened);
    handle.insets = () => ({ left: 0, right: 500 });
    handle.keepInSight(null);
    expect(left(view())).toBe(150);
  });

  it("stays where it is while nothing covers it", () => {
    const { handle, size, opened, look, view } = openCanvas();
    look(opened);
    size.clientWidth = 800;
    handle.keepInSight(null);
    expect(view()).toEqual(opened);
  });

  it("stays covered once somebody looks elsewhere", () => {
    const { handle, size, view } = openCanvas();
    size.clientWidth = 600;
    handle.keepInSight(null);
    expect(view()).toEqual(UNMOVED);
  });

  it("comes back into view like that after it was fitted", () => {
    const { handle, size, view } = openCanvas();
    handle.fit();
    size.clientWidth = 500;
    handle.keepInSight(null);
    expect(left(view())).toBe(150);
  });
});
