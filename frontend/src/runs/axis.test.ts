import { describe, expect, it } from "vitest";
import { formatTick } from "@/i18n/format";
import { type Axis, fitAxis, labelWidth, panAxis, ticksOf, wholeAxis, zoomAxis } from "./axis";

const WHOLE: Axis = { from: 0, length: 8_000 };

describe("the axis of a timeline", () => {
  it.each<[Axis, number, number[]]>([
    [{ from: 0, length: 7_200 }, 600, [0, 2_000, 4_000]],
    [{ from: 0, length: 42 }, 600, [0, 10, 20, 30]],
    [{ from: 0, length: 3_600_000 }, 900, [0, 600_000, 1_200_000, 1_800_000, 2_400_000]],
    [{ from: 0, length: 3_600_000 }, 300, [0]],
    [{ from: 999.5, length: 5 }, 900, [1_000, 1_001, 1_002, 1_003]],
    [{ from: 0, length: 7_200 }, 60, []],
  ])("has round times in %o of %d pixels", (axis, width, ticks) => {
    expect(ticksOf(axis, width, formatTick).map(({ at }) => at)).toEqual(ticks);
  });

  it("never has two times over each other, nor one over its buttons", () => {
    const lengths = [1, 7, 42, 999, 7_200, 61_000, 3_599_000, 5_400_000, 86_400_000, 9e8, 4e10];
    const widths = [0, 40, 90, 160, 240, 390, 600, 1_024, 1_440, 3_000];
    for (const length of lengths)
      for (const width of widths)
        for (const from of [0, 0.37, 12.5].map((share) => share * length)) {
          const ticks = ticksOf({ from, length }, width, formatTick);
          const ends = ticks.map(({ at, text }) => {
            const left = ((at - from) / length) * width;
            return { left, right: left + labelWidth(text) };
          });
          const where = `${length} ms from ${from} in ${width} px`;
          ends.forEach(({ left, right }, index) => {
            expect(right, where).toBeLessThanOrEqual(width - 66);
            expect(left, where).toBeGreaterThanOrEqual(ends[index - 1]?.right ?? 0);
          });
        }
  });

  it.each([
    [7_200, true, 8_000],
    [7_200, false, 7_200],
    [0, true, 2],
    [0, false, 1],
  ])("ends at a round time while time goes on (%d ms, %s)", (length, isGrowing, end) => {
    expect(wholeAxis(length, isGrowing)).toEqual({ from: 0, length: end });
  });

  it.each<[string, Axis, number, number, Axis | null]>([
    ["keeps the pointed time in its place", WHOLE, 0.5, 6_000, { from: 3_000, length: 4_000 }],
    ["does so at the end", WHOLE, 0.5, 8_000, { from: 4_000, length: 4_000 }],
    ["does not leave the run", { from: 7_000, length: 500 }, 4, 7_000, { from: 6_000, length: 2_000 }],
    ["is the whole run again", { from: 2_000, length: 4_000 }, 2, 4_000, null],
    ["ends at some milliseconds", { from: 10, length: 6 }, 0.5, 13, { from: 10.5, length: 5 }],
  ])("when zoomed %s", (_, axis, factor, at, zoomed) => {
    expect(zoomAxis(axis, WHOLE, factor, at)).toEqual(zoomed);
  });

  it("cannot be zoomed where there is nothing to see", () => {
    const least: Axis = { from: 0, length: 1 };
    expect(zoomAxis(least, least, 0.5, 0)).toBeNull();
  });

  it.each<[number, number, Axis | null]>([
    [2_000, 4_000, { from: 1_900, length: 2_200 }],
    [0, 1_000, { from: 0, length: 1_100 }],
    [7_000, 8_000, { from: 6_900, length: 1_100 }],
    [3_000, 3_000, { from: 2_997.5, length: 5 }],
    [0, 8_000, null],
  ])("fits a span from %d to %d ms", (from, to, fitted) => {
    expect(fitAxis(WHOLE, from, to)).toEqual(fitted);
  });

  it.each([
    [1_000, 3_000],
    [-9_000, 0],
    [9_000, 4_000],
  ])("moved by %d ms begins at %d ms, within the run", (by, from) => {
    expect(panAxis({ from: 2_000, length: 4_000 }, WHOLE, by)).toEqual({ from, length: 4_000 });
  });
});
