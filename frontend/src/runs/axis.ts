/** The scale of a timeline: how far it reaches, and which times are written on it. Pure, in milliseconds. */

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

function stepOf(length: number): number {
  return (
    STEPS.find((step) => length / step <= MOST_TICKS) ??
    28 * DAY * Math.ceil(length / (28 * DAY) / MOST_TICKS)
  );
}

/** While time goes on the scale ends at a round time: it changes now and then instead of always. */
export function scaleOf(length: number, isGrowing: boolean): number {
  const least = Math.max(length, 1);
  const step = stepOf(least);
  return isGrowing ? step * (Math.floor(least / step) + 1) : least;
}

/** The times that are written on a scale; the last one leaves room for its words. */
export function ticksOf(scale: number): number[] {
  const step = stepOf(scale);
  return Array.from({ length: Math.floor((scale * 0.94) / step) + 1 }, (_, at) => at * step);
}
