/** Lines along which dragged nodes come to lie in line with others, or as far from them as those are from each other. */

import type { Position } from "@/api/types";
import type { Box } from "./geometry";

/** A line to draw: along edges and centres that line up, or across gaps that are equal. */
export type Guide = { kind: "line" | "gap"; from: Position; to: Position };

type Axis = "x" | "y";
/** A place on one axis, with how far the box reaches on the other one. */
type Mark = { at: number; isCentre: boolean; box: Box };

/** The boxes to line up with, sorted once for a whole drag. */
export type GuideTargets = { boxes: readonly Box[]; marks: Record<Axis, readonly Mark[]> };

const LENGTH = { x: "width", y: "height" } as const;
const OTHER = { x: "y", y: "x" } as const;
const SAME = 0.5;

export function guideTargets(boxes: readonly Box[]): GuideTargets {
  const marks = (axis: Axis) =>
    boxes
      .flatMap((box) => placesOf(box, axis).map(({ at, isCentre }) => ({ at, isCentre, box })))
      .sort((a, b) => a.at - b.at);
  return { boxes, marks: { x: marks("x"), y: marks("y") } };
}

type Snapped = { by: Position; guides: Guide[] };

/** How far to move a box so that it lines up, at most by `reach`, and what to draw. */
export function snapToGuides(targets: GuideTargets, box: Box, reach: number): Snapped {
  const by = { x: 0, y: 0 };
  for (const axis of ["x", "y"] as const) {
    const distances = [...lineDistances(targets, box, axis, reach), ...gapDistances(targets, box, axis)];
    by[axis] = nearest(distances.filter((distance) => Math.abs(distance) <= reach)) ?? 0;
  }
  const moved = { ...box, x: box.x + by.x, y: box.y + by.y };
  const guides = (["x", "y"] as const).flatMap((axis) => [
    ...lines(targets, moved, axis),
    ...gaps(targets, moved, axis),
  ]);
  return { by, guides };
}

function placesOf(box: Box, axis: Axis): Pick<Mark, "at" | "isCentre">[] {
  const length = box[LENGTH[axis]];
  return [
    { at: box[axis], isCentre: false },
    { at: box[axis] + length / 2, isCentre: true },
    { at: box[axis] + length, isCentre: false },
  ];
}

/** Edges go with edges, centres with centres. */
function lineDistances({ marks }: GuideTargets, box: Box, axis: Axis, reach: number): number[] {
  return placesOf(box, axis).flatMap(({ at, isCentre }) =>
    marksWithin(marks[axis], at - reach, at + reach)
      .filter((mark) => mark.isCentre === isCentre)
      .map((mark) => mark.at - at),
  );
}

function lines({ marks }: GuideTargets, box: Box, axis: Axis): Guide[] {
  const other = OTHER[axis];
  return placesOf(box, axis).flatMap(({ at, isCentre }): Guide[] => {
    const found = marksWithin(marks[axis], at - SAME, at + SAME).filter((mark) => mark.isCentre === isCentre);
    if (found.length === 0) return [];
    const boxes = [box, ...found.map((mark) => mark.box)];
    const from = Math.min(...boxes.map((one) => one[other]));
    const to = Math.max(...boxes.map((one) => one[other] + one[LENGTH[other]]));
    return [{ kind: "line", from: point(axis, at, from), to: point(axis, at, to) }];
  });
}

/** The neighbours of a box in its row or column: nearest first, before and behind. */
function neighbours({ boxes }: GuideTargets, box: Box, axis: Axis): { before: Box[]; behind: Box[] } {
  const other = OTHER[axis];
  const length = LENGTH[axis];
  const isBeside = (one: Box) =>
    one[other] < box[other] + box[LENGTH[other]] && box[other] < one[other] + one[LENGTH[other]];
  const beside = boxes.filter(isBeside);
  const middle = box[axis] + box[length] / 2;
  const isBefore = (one: Box) => one[axis] + one[length] / 2 < middle;
  return {
    before: beside.filter(isBefore).sort((a, b) => b[axis] + b[length] - a[axis] - a[length]),
    behind: beside.filter((one) => !isBefore(one)).sort((a, b) => a[axis] - b[axis]),
  };
}

const gap = (axis: Axis, first: Box | undefined, second: Box | undefined): number =>
  first && second ? second[axis] - first[axis] - first[LENGTH[axis]] : Number.NaN;

/** To be as far from a neighbour as that one is from the next, or in the middle between two. */
function gapDistances(targets: GuideTargets, box: Box, axis: Axis): number[] {
  const { before, behind } = neighbours(targets, box, axis);
  const [left, beyondLeft] = before;
  const [right, beyondRight] = behind;
  const toLeft = gap(axis, left, box);
  const toRight = gap(axis, box, right);
  return [
    gap(axis, beyondLeft, left) - toLeft,
    toRight - gap(axis, right, beyondRight),
    (toRight - toLeft) / 2,
  ].filter((distance) => !Number.isNaN(distance));
}

function gaps(targets: GuideTargets, box: Box, axis: Axis): Guide[] {
  const { before, behind } = neighbours(targets, box, axis);
  const row = [before[1], before[0], box, behind[0], behind[1]];
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

function marksWithin(marks: readonly Mark[], from: number, to: number): Mark[] {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.at ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const found: Mark[] = [];
  for (let at = low; at < marks.length; at += 1) {
    const mark = marks[at];
    if (!mark || mark.at > to) break;
    found.push(mark);
  }
  return found;
}
