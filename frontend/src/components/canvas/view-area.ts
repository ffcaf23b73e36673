/** Rectangles on the screen: where something lies, what panels leave free, and how far to move. Pixels from the canvas's corner. */

export type Area = { left: number; top: number; right: number; bottom: number };

export function touches(one: Area, other: Area): boolean {
  const isBeside = one.right <= other.left || one.left >= other.right;
  return !isBeside && one.bottom > other.top && one.top < other.bottom;
}

export function isWithin(inner: Area, outer: Area): boolean {
  const fitsAcross = inner.left >= outer.left && inner.right <= outer.right;
  return fitsAcross && inner.top >= outer.top && inner.bottom <= outer.bottom;
}

/** Offset that brings a range between two edges with a margin; its start if it is too long. */
export function overflow(start: number, length: number, from: number, to: number, margin: number): number {
  if (start < from + margin) return from + margin - start;
  const end = start + length;
  if (end > to - margin) return Math.max(to - margin - end, from + margin - start);
  return 0;
}
