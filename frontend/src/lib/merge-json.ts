/** Joins two sets of changes to one JSON value. */

import { isEqualJson } from "./equal-json";
import { isRecord, own } from "./json";

/**
 * Returns `mine` with what `theirs` changed since `base`; null when both changed the same thing to something else.
 *
 * Objects are merged by field; lists and texts are taken as wholes.
 */
export function mergeJson<Value>(base: Value, mine: Value, theirs: Value): Value | null {
  const merged = merge(base, mine, theirs);
  // Made of parts of the three, each in its place.
  return merged === CONFLICT ? null : (merged as Value);
}

const CONFLICT = Symbol("conflict");

function merge(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isEqualJson(mine, theirs) || isEqualJson(base, theirs)) return mine;
  if (isEqualJson(base, mine)) return theirs;
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return CONFLICT;
  const merged: [key: string, value: unknown][] = [];
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const value = merge(own(base, key), own(mine, key), own(theirs, key));
    if (value === CONFLICT) return CONFLICT;
    if (value !== undefined) merged.push([key, value]);
  }
  return Object.fromEntries(merged);
}
