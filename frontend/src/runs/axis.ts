/** The axis of a timeline: which part of the run it shows, and which times are written on it. Pure, in milliseconds. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28].map((count) => count * DAY),
];
const MOST_TICKS = 6;
const SHORTEST = 5;

/** `from` is counted from the start of the run. */
export type Axis = { from: number; length: number };

/** The whole run. While it grows, it ends at a round time, so it changes only now and then. */
export function wholeAxis(length: number, isGrowing: boolean): Axis {
  const least = Math.max(length, 1);
  const step = tickStep(least);
  return { from: 0, length: isGrowing ? step * (Math.floor(least / step) + 1) : least };
}

/** `factor` times as much time as now, with `at` where it was; null when that is the whole run. */
export function zoomAxis(axis: Axis, whole: Axis, factor: number, at: number): Axis | null {
  const length = Math.max(axis.length * factor, Math.min(SHORTEST, axis.length));
  if (length >= whole.length) return null;
  return within(whole, { from: at - ((at - axis.from) * length) / axis.length, length });
}

/** A span with a little time around it; null when that is the whole run. */
export function fitAxis(whole: Axis, from: number, to: number): Axis | null {
  const length = Math.max((to - from) * 1.1, SHORTEST);
  if (length >= whole.length) return null;
  return within(whole, { from: (from + to - length) / 2, length });
}

export function panAxis(axis: Axis, whole: Axis, by: number): Axis {
  return within(whole, { ...axis, from: axis.from + by });
}

function within(whole: Axis, { from, length }: Axis): Axis {
  return { from: Math.min(Math.max(from, 0), Math.max(whole.length - length, 0)), length };
}

export type Tick = { at: number; text: string };

/** Upper bound of the width of a character, of a label's own space, and of the buttons at the end, in pixels. */
const CHARACTER_PX = 7.5;
const LABEL_PX = 10;
const BUTTONS_PX = 84;

/** Width that a label takes from its tick on, in pixels. */
export function labelWidth(text: string): number {
  return text.length * CHARACTER_PX + LABEL_PX;
}

/** Round times with their labels, as many as fit into `width` pixels side by side. `labelOf` gets the interval, too. */
export function ticksOf(axis: Axis, width: number, labelOf: (at: number, step: number) => string): Tick[] {
  const free = width - BUTTONS_PX;
  const placeOf = (at: number) => ((at - axis.from) / axis.length) * width;
  for (let step = tickStep(axis.length); ; step = STEPS.find((longer) => longer > step) ?? step * 2) {
    const first = Math.ceil(axis.from / step);
    const count = Math.max(Math.floor((axis.from + axis.length) / step) - first + 1, 0);
    const ticks = Array.from({ length: count }, (_, index) => {
      const at = (first + index) * step;
      return { at, text: labelOf(at, step) };
    });
    const fitting = ticks.filter(({ at, text }) => placeOf(at) + labelWidth(text) <= free);
    const apart = (step / axis.length) * width;
    if (count <= 1 || fitting.every(({ text }) => labelWidth(text) <= apart)) return fitting;
  }
}

/** Interval of ticks where there is room for any, which determines the precision of their labels. */
export function tickStep(length: number): number {
  return (
    STEPS.find((step) => length / step <= MOST_TICKS) ??
    28 * DAY * Math.ceil(length / (28 * DAY) / MOST_TICKS)
  );
}
