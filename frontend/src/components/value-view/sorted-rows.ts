/** Rows of a table in the order of one of its columns. Pure. */

import type { Json, JsonObject } from "@/api/types";

export type Sorting = { column: string; direction: "ascending" | "descending" };
/** A row and its place in the list. */
export type PlacedRow = { row: JsonObject; index: number };

/** A longer table would keep the screen busy for too long. */
export const MOST_SORTED = 20_000;
const COMPARED_TEXT = 200;

/** Numbers by their size, texts as people sort them; what is missing comes last, both ways. */
export function sorted(rows: readonly JsonObject[], sorting: Sorting | null): PlacedRow[] {
  const placed = rows.map((row, index) => ({ row, index }));
  if (sorting === null || rows.length > MOST_SORTED) return placed;
  const { column, direction } = sorting;
  const sign = direction === "ascending" ? 1 : -1;
  const collator = new Intl.Collator(undefined, { numeric: true });
  const keys = rows.map((row) => keyOf(row[column]));
  return placed.sort(({ index: left }, { index: right }) => {
    const [a, b] = [keys[left] ?? null, keys[right] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * collator.compare(String(a), String(b));
  });
}

function keyOf(value: Json | undefined): string | number | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "number") return value;
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, COMPARED_TEXT);
}
