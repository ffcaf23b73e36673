import type { Viewport } from "@xyflow/react";
import { describe, expect, it } from "vitest";
import type { Box } from "@/document/geometry";
import { fittedView, NAMED_ZOOM, openingView, VISIBLE_ZOOM } from "./opening-view";

const AREA = { left: 0, top: 0, right: 1200, bottom: 800 };
const PHONE = { left: 0, top: 0, right: 390, bottom: 700 };
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const START = box(0, 0, 248, 52);
const DOCKED = box(-320, -200, 568, 400);

function edges(view: Viewport, { x, y, width, height }: Box) {
  const [left, top] = [view.x + x * view.zoom, view.y + y * view.zoom];
  return { left, top, right: left + width * view.zoom, bottom: top + height * view.zoom };
}

describe("openingView", () => {
  it.each([
    ["small", box(-100, 50, 248, 52), 1],
    ["as wide as can be read", box(0, 0, 1400, 300), 0.8],
    ["as high as can be read", box(0, 0, 248, 850), 0.8],
    ["eight cards long", box(0, 0, 8 * 336 - 88, 100), 0.43],
  ])("shows the whole of a graph that is %s in the middle", (_name, graph, zoom) => {
    const view = openingView(graph, [START], AREA, NAMED_ZOOM);
    expect(view.zoom).toBeCloseTo(zoom, 2);
    const { left, right, top, bottom } = edges(view, graph);
    expect(left).toBeCloseTo(AREA.right - right);
    expect(top).toBeGreaterThanOrEqual(56);
    expect(bottom).toBeLessThanOrEqual(800 - 64);
  });

  it.each([
    ["four cards in a row on a phone", box(0, 0, 4 * 336, 100), PHONE],
    ["a wide graph that is only looked at", box(0, -200, 5000, 600), AREA],
    ["a high one", box(0, 0, 248, 4000), AREA],
  ])("shows the whole of %s, however hard to read", (_name, graph, area) => {
    const { left, right, top, bottom } = edges(openingView(graph, [START], area, VISIBLE_ZOOM), graph);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(40);
    expect(right).toBeLessThanOrEqual(area.right - 40);
    expect(bottom).toBeLessThanOrEqual(area.bottom - 64);
  });

  it("begins at the start of what would be too small to see", () => {
    const graph = box(0, 0, 40_000, 400);
    expect(openingView(graph, [START], AREA, VISIBLE_ZOOM).zoom).toBe(0.8);
  });

  it("begins at the start of what is too wide, with all rows in sight", () => {
    const graph = box(0, -200, 5000, 600);
    const view = openingView(graph, [START], AREA, NAMED_ZOOM);
    expect(view.zoom).toBe(0.8);
    expect(edges(view, START).left).toBe(40);
    expect(edges(view, graph).top).toBeGreaterThan(0);
    expect(edges(view, graph).bottom).toBeLessThan(800);
  });

  it("has the start halfway down when the graph is too high as well", () => {
    const { top, bottom } = edges(openingView(box(0, -4000, 5000, 5000), [START], AREA, NAMED_ZOOM), START);
    expect((top + bottom) / 2).toBeCloseTo((56 + 800 - 64) / 2);
  });

  it("begins with the triggers that are docked at the start", () => {
    const graph = box(-320, -900, 5000, 5000);
    const { left, top, bottom } = edges(openingView(graph, [DOCKED, START], AREA, NAMED_ZOOM), DOCKED);
    expect(left).toBe(40);
    expect(top).toBeGreaterThanOrEqual(56);
    expect(bottom).toBeLessThanOrEqual(800 - 64);
  });

  it("begins with the start alone where there is no place for both", () => {
    const graph = box(-320, -200, 5000, 400);
    expect(edges(openingView(graph, [DOCKED, START], PHONE, NAMED_ZOOM), START).left).toBe(40);
  });

  it("shows the top of a beginning that is too high", () => {
    const high = box(0, -1000, 248, 2000);
    expect(edges(openingView(high, [high], AREA, NAMED_ZOOM), high).top).toBeCloseTo(56);
  });

  it("keeps out of what panels cover", () => {
    const graph = box(0, 0, 400, 100);
    const { left, right } = edges(
      openingView(graph, [START], { ...AREA, left: 256, right: 800 }, NAMED_ZOOM),
      graph,
    );
    expect(left).toBeGreaterThanOrEqual(256);
    expect(right).toBeLessThanOrEqual(800);
  });

  it("knows where a graph without a start begins", () => {
    expect(edges(openingView(box(80, 0, 5000, 100), [], AREA, NAMED_ZOOM), box(80, 0, 1, 1)).left).toBe(40);
  });
});

describe("fittedView", () => {
  it("shows the whole of a graph however small it becomes", () => {
    const graph = box(0, 0, 9000, 300);
    const { left, right } = edges(fittedView(graph, AREA), graph);
    expect(left).toBeCloseTo(40);
    expect(right).toBeCloseTo(1160);
  });
});
