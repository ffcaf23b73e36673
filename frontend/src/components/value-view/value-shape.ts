/** Kind of a JSON value: a table, files, a text with marks, or just a value. Pure, and quick for any length. */

import type { Json, JsonObject } from "@/api/types";
import { isRecord } from "@/lib/json";
import { type FileValue, fileOf } from "./file-value";

export type ValueShape =
  | { kind: "json" }
  | { kind: "markdown" }
  | { kind: "table"; rows: readonly JsonObject[]; columns: string[] }
  | { kind: "files"; files: FileValue[] };

/** Rows that are looked at to find the columns. */
const SAMPLE = 100;
/** More columns are read as JSON. */
const MOST_COLUMNS = 60;
const MOST_FILES = 50;
/** Characters that are looked at to see whether a text has marks. */
const TEXT_SAMPLE = 4_000;
const MARKS = [
  /^#{1,6} \S/m,
  /^```/m,
  /^\|.+\|[ \t]*\n\|[ :|-]+\|/m,
  /\*\*[^\s*][^*\n]{0,200}\*\*/,
  /\[[^[\]\n]{1,200}\]\((?:https?:|\/)/,
  /^ {0,3}(?:[-*+]|\d{1,3}[.)]) \S.*\n(?: {0,3}(?:[-*+]|\d{1,3}[.)]) |\n)/m,
];

export function shapeOf(value: Json): ValueShape {
  if (typeof value === "string") {
    const file = fileOf(value);
    if (file) return { kind: "files", files: [file] };
    return { kind: isMarkdown(value) ? "markdown" : "json" };
  }
  if (Array.isArray(value)) return shapeOfList(value);
  const file = fileOf(value);
  return file ? { kind: "files", files: [file] } : { kind: "json" };
}

function shapeOfList(items: Json[]): ValueShape {
  const sample = items.slice(0, SAMPLE);
  const files = sample.length > MOST_FILES ? [] : sample.flatMap((item) => fileOf(item) ?? []);
  if (files.length > 0 && files.length === items.length) return { kind: "files", files };
  const columns = new Set<string>();
  let filled = 0;
  for (const item of sample) {
    if (!isRecord(item)) return { kind: "json" };
    for (const name of Object.keys(item)) columns.add(name);
    filled += Object.keys(item).length;
    if (columns.size > MOST_COLUMNS) return { kind: "json" };
  }
  // Rows that share little are no table.
  if (columns.size === 0 || filled < (sample.length * columns.size) / 3) return { kind: "json" };
  return { kind: "table", rows: items.filter((item) => isRecord(item)), columns: [...columns] };
}

/** True for words that people read, false for code and data. */
export function isProse(value: Json): boolean {
  return typeof value === "string" && !/^\s*[[{<]/.test(value);
}

function isMarkdown(text: string): boolean {
  const start = text.slice(0, TEXT_SAMPLE);
  return isProse(start) && MARKS.some((mark) => mark.test(start));
}
