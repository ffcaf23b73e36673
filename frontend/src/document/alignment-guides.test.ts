import { describe, expect, it } from "vitest";
import { expectGrowth } from "@/test/growth";
import { guideTargets, snapToGuides } from "./alignment-guides";
import type { Box } from "./geometry";

const box = (x: number, y: number, width = 100, height = 40): Box => ({ x, y, width, height });
const snap = (others: Box[], dragged: Box) => snapToGuides(guideTargets(others), dragged, 6);

describe("snapToGuides", () => {
  it.each([
    ["left edges", box(4, 200), { x: -4, y: 0 }],
    ["right edges", box(22, 200, 80), { x: -2, y: 0 }],
    ["left with right", box(103, 200, 30), { x: -3, y: 0 }],
    ["centres", box(29, 200, 40), { x: 1, y: 0 }],
    ["tops", box(300, 5), { x: 0, y: -5 }],
    ["nothing that is too far away", box(7, 207, 33, 31), { x: 0, y: 0 }],
    ["edges with edges only, not with centres", box(51, 200, 33), { x: 0, y: 0 }],
  ])("lines up %s", (_what, dragged, by) => {
    expect(snap([box(0, 0)], dragged).by).toEqual(by);
  });

  it("draws the line as far as what it joins", () => {
    const { guides } = snap([box(0, 0), box(0, 100, 77)], box(3, 300, 55));
    expect(guides).toEqual([{ kind: "line", from: { x: 0, y: 0 }, to: { x: 0, y: 340 } }]);
  });

  it.each([
    ["behind", box(403, 3), { x: -3, y: -3 }, [100, 200, 300, 400]],
    ["before", box(-204, 0), { x: 4, y: 0 }, [-100, 0, 100, 200]],
  ])("keeps the gap of the others %s", (_where, dragged, by, places) => {
    const { by: moved, guides } = snap([box(0, 0), box(200, 0)], dragged);
    expect(moved).toEqual(by);
    const gaps = guides.filter(({ kind }) => kind === "gap");
    expect(gaps.flatMap(({ from, to }) => [from.x, to.x])).toEqual(places);
  });

  it("finds the middle between two", () => {
    const { by, guides } = snap([box(0, 0), box(500, 0)], box(252, 0));
    expect(by).toEqual({ x: -2, y: 0 });
    expect(guides.filter(({ kind }) => kind === "gap")).toHaveLength(2);
  });

  it("shows no gap that is like no other", () => {
    expect(snap([box(0, 0), box(200, 0)], box(700, 0)).guides.map(({ kind }) => kind)).not.toContain("gap");
  });

  it.each([
    ["in a grid", (at: number) => box((at % 32) * 137, Math.floor(at / 32) * 71)],
    ["in one row", (at: number) => box(at * 137, (at % 7) * 3)],
    ["all in line", () => box(0, 0)],
  ])("takes a time in proportion to the boxes %s", (_how, place) => {
    expectGrowth((count) => {
      const targets = guideTargets(Array.from({ length: count }, (_, at) => place(at)));
      return () => {
        for (let at = 0; at < 20; at += 1) snapToGuides(targets, box(at * 13, at * 7), 6);
      };
    }, 4096);
  });
});
