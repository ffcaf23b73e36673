/** Lines along which dragged nodes come to lie in line with others, or as far from them as those are from each other. */

import type { Position } from "@/api/types";
import type { Box } from "./geometry";

/** A line to draw: along edges and centres that line up, or across gaps that are equal. */
export type Guide = { kind: "line" | "gap"; from: Position; to: Position };

type Axis = "x" | "y";
/** Edges go with edges, centres with centres. */
type Kind = "edge" | "centre";
/** A place on one axis, and the box that it is a place of. */
type Mark = { at: number; box: Box };
/** By place. */
type Marks = Record<Kind, readonly Mark[]>;

/** The boxes to line up with, sorted once for a whole drag. */
export type GuideTargets = { boxes: readonly Box[]; marks: Record<Axis, Marks> };

const LENGTH = { x: "width", y: "height" } as const;
const OTHER = { x: "y", y: "x" } as const;
const SAME = 0.5;

export function guideTargets(boxes: readonly Box[]): GuideTargets {
  const marks = (axis: Axis): Marks => {
    const all = boxes.flatMap((box) => placesOf(box, axis).map((place) => ({ ...place, box })));
    const sorted = all.sort((a, b) => a.at - b.at);
    return {
      edge: sorted.filter(({ kind }) => kind === "edge"),
      centre: sorted.filter(({ kind }) => kind === "centre"),
    };
  };
  return { boxes, marks: { x: marks("x"), y: marks("y") } };
}

type Snapped = { by: Position; guides: Guide[] };

/** Offset that aligns a box, at most `reach`, and the guides to draw. */
export function snapToGuides(targets: GuideTargets, box: Box, reach: number): Snapped {
  const by = { x: 0, y: 0 };
  for (const axis of ["x", "y"] as const) {
    const distances = [...lineDistances(targets, box, axis), ...gapDistances(targets, box, axis)];
    by[axis] = nearest(distances.filter((distance) => Math.abs(distance) <= reach)) ?? 0;
  }
  const moved = { ...box, x: box.x + by.x, y: box.y + by.y };
  const guides = (["x", "y"] as const).flatMap((axis) => [
    ...lines(targets, moved, axis),
    ...gaps(targets, moved, axis),
  ]);
  return { by, guides };
}

function placesOf(box: Box, axis: Axis): { at: number; kind: Kind }[] {
  const length = box[LENGTH[axis]];
  return [
    { at: box[axis], kind: "edge" },
    { at: box[axis] + length / 2, kind: "centre" },
    { at: box[axis] + length, kind: "edge" },
  ];
}

/** Distances to the nearest marks on both sides of each position. */
function lineDistances({ marks }: GuideTargets, box: Box, axis: Axis): number[] {
  return placesOf(box, axis).flatMap(({ at, kind }) => {
    const sorted = marks[axis][kind];
    const next = firstFrom(sorted, at);
    return [sorted[next - 1], sorted[next]].flatMap((mark) => (mark ? [mark.at - at] : []));
  });
}

function lines({ marks }: GuideTargets, box: Box, axis: Axis): Guide[] {
  const other = OTHER[axis];
  const length = LENGTH[other];
  return placesOf(box, axis).flatMap(({ at, kind }): Guide[] => {
    const sorted = marks[axis][kind];
    const first = firstFrom(sorted, at - SAME);
    let [from, to] = [box[other], box[other] + box[length]];
    let next = first;
    for (let mark = sorted[next]; mark && mark.at <= at + SAME; next += 1, mark = sorted[next]) {
      from = Math.min(from, mark.box[other]);
      to = Math.max(to, mark.box[other] + mark.box[length]);
    }
    if (next === first) return [];
    return [{ kind: "line", from: point(axis, at, from), to: point(axis, at, to) }];
  });
}

type Neighbours = { left?: Box; beyondLeft?: Box; right?: Box; beyondRight?: Box };

/** The two nearest boxes on either side of a box in its row or column. */
function neighbours({ boxes }: GuideTargets, box: Box, axis: Axis): Neighbours {
  const other = OTHER[axis];
  const [length, breadth] = [LENGTH[axis], LENGTH[other]];
  const middle = box[axis] + box[length] / 2;
  const end = (one: Box | undefined) => (one ? one[axis] + one[length] : Number.NEGATIVE_INFINITY);
  const begin = (one: Box | undefined) => one?.[axis] ?? Number.POSITIVE_INFINITY;
  const found: Neighbours = {};
  for (const one of boxes) {
    if (one[other] >= box[other] + box[breadth] || box[other] >= one[other] + one[breadth]) continue;
    if (one[axis] + one[length] / 2 < middle) {
      if (end(one) > end(found.left)) [found.left, found.beyondLeft] = [one, found.left];
      else if (end(one) > end(found.beyondLeft)) found.beyondLeft = one;
    } else if (begin(one) < begin(found.right)) [found.right, found.beyondRight] = [one, found.right];
    else if (begin(one) < begin(found.beyondRight)) found.beyondRight = one;
  }
  return found;
}

const gap = (axis: Axis, first: Box | undefined, second: Box | undefined): number =>
  first && second ? second[axis] - first[axis] - first[LENGTH[axis]] : Number.NaN;

/** To be as far from a neighbour as that one is from the next, or in the middle between two. */
function gapDistances(targets: GuideTargets, box: Box, axis: Axis): number[] {
  const { left, beyondLeft, right, beyondRight } = neighbours(targets, box, axis);
  const toLeft = gap(axis, left, box);
  const toRight = gap(axis, box, right);
  return [
    gap(axis, beyondLeft, left) - toLeft,
    toRight - gap(axis, right, beyondRight),
    (toRight - toLeft) / 2,
  ].filter((distance) => !Number.isNaN(distance));
}

function gaps(targets: GuideTargets, box: Box, axis: Axis): Guide[] {
  const { left, beyondLeft, right, beyondRight } = neighbours(targets, box, axis);
  const row = [beyondLeft, left, box, right, beyondRight];
  const pairs = row
    .slice(1)
    .map((second, at) => ({ first: row[at], second, size: gap(axis, row[at], second) }));
  const beside = pairs.slice(1, 3).filter(({ size }) => size > SAME);
  const equal = pairs.filter(({ size }) =>
    beside.some(
      (own) =>
        Math.abs(own.size - size) <= SAME &&
        pairs.filter((pair) => Math.abs(pair.size - own.size) <= SAME).length > 1,
    ),
  );
  const other = OTHER[axis];
  return equal.flatMap(({ first, second }): Guide[] => {
    if (!first || !second) return [];
    const from = Math.max(first[other], second[other]);
    const to = Math.min(first[other] + first[LENGTH[other]], second[other] + second[LENGTH[other]]);
    const across = (from + to) / 2;
    return [
      {
        kind: "gap",
        from: point(axis, first[axis] + first[LENGTH[axis]], across),
        to: point(axis, second[axis], across),
      },
    ];
  });
}

function point(axis: Axis, at: number, across: number): Position {
  return axis === "x" ? { x: at, y: across } : { x: across, y: at };
}

function nearest(distances: readonly number[]): number | undefined {
  return distances.reduce<number | undefined>(
    (best, one) => (best === undefined || Math.abs(one) < Math.abs(best) ? one : best),
    undefined,
  );
}

/** Index of the first mark at or after a position. */
function firstFrom(marks: readonly Mark[], place: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.at ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
