/** Cells as people see, edit and paste them. Pure. */

import type { ColumnType, DataRow, TableColumn } from "@/api/tables";
import type { Json } from "@/api/types";

export type CellPlace = { row: number; column: number };
export type Range = { top: number; left: number; bottom: number; right: number };

/** In pixels. */
export const WIDTHS: Record<ColumnType, number> = {
  text: 220,
  number: 120,
  boolean: 90,
  datetime: 180,
  choice: 150,
  json: 240,
};

/** A cell as text that can be edited, copied and pasted again. */
export function editText(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A cell as it is read: times in the person's own zone. */
export function shownText(column: TableColumn, value: Json | undefined, language: string): string {
  if (column.type === "datetime" && typeof value === "string") {
    const moment = new Date(value);
    return Number.isNaN(moment.getTime())
      ? value
      : moment.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  }
  return editText(value);
}

export function cellOf(row: DataRow | undefined, column: TableColumn | undefined): Json | undefined {
  return row && column ? row[column.key] : undefined;
}

export function rangeOf(one: CellPlace, other: CellPlace): Range {
  return {
    top: Math.min(one.row, other.row),
    left: Math.min(one.column, other.column),
    bottom: Math.max(one.row, other.row),
    right: Math.max(one.column, other.column),
  };
}

export function isInRange({ top, left, bottom, right }: Range, { row, column }: CellPlace): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Cells pasted from a spreadsheet: rows by lines, cells by tabs, quoted if they contain either. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  let at = 0;
  while (at <= plain.length) {
    const [cell, next] = plain[at] === '"' ? quotedCell(plain, at) : plainCell(plain, at);
    rows[rows.length - 1]?.push(cell);
    if (plain[next] === "\n") rows.push([]);
    at = next + 1;
  }
  return rows;
}

export function copiedText(cells: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return cells.map((row) => row.map(quoted).join("\t")).join("\n");
}

/** The cell that begins here, and where its separator is. */
function plainCell(text: string, begin: number): [string, number] {
  let end = begin;
  while (end < text.length && text[end] !== "\t" && text[end] !== "\n") end += 1;
  return [text.slice(begin, end), end];
}

function quotedCell(text: string, begin: number): [string, number] {
  const parts: string[] = [];
  let at = begin + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    // A quote that nothing closes is a quote.
    if (quote < 0) return plainCell(text, begin);
    parts.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') {
      const [rest, end] = plainCell(text, quote + 1);
      return [parts.join('"') + rest, end];
    }
    at = quote + 2;
  }
}
