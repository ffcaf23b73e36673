/** Position and selection in the grid, with keyboard and clipboard. */

import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import type { RowChange, TableColumn } from "@/api/tables";
import type { JsonObject } from "@/api/types";
import { type CellPlace, cellOf, copiedText, editText, pastedCells, type Range, rangeOf } from "./cell-text";
import type { RowWindow } from "./use-row-window";
import type { RowWrites } from "./use-row-writes";

export type Editing = CellPlace & { text: string };
type Given = {
  columns: readonly TableColumn[];
  rows: RowWindow;
  writes: RowWrites;
  show: (row: number) => void;
  onWide: (pasted: string) => void;
};

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-20, 0],
  PageDown: [20, 0],
  Enter: [1, 0],
  Tab: [0, 1],
};

export function useGrid({ columns, rows, writes, show, onWide }: Given) {
  const [place, setPlace] = useState<CellPlace>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<CellPlace>(place);
  const [editing, setEditing] = useState<Editing | null>(null);
  const selected = rangeOf(anchor, place);

  const go = (next: CellPlace, extend = false) => {
    const row = Math.max(0, Math.min(next.row, rows.total - 1));
    const to = { row, column: Math.max(0, Math.min(next.column, columns.length - 1)) };
    setPlace(to);
    if (!extend) setAnchor(to);
    show(row);
  };
  const begin = (at: CellPlace, text?: string) => {
    const column = columns[at.column];
    const value = cellOf(rows.rowAt(at.row), column);
    if (!column || !rows.rowAt(at.row)) return;
    if (column.type === "boolean") void put(at, [[value === true ? "false" : "true"]]);
    else setEditing({ ...at, text: text ?? editText(value) });
  };
  /** Put texts into the cells from a place on; rows that are missing below are added. */
  const put = (at: CellPlace, cells: readonly (readonly string[])[]) => {
    const changes: RowChange[] = [];
    const before: RowChange[] = [];
    const added: JsonObject[] = [];
    for (const [down, line] of cells.entries()) {
      const row = rows.rowAt(at.row + down);
      const named = line.flatMap((text, right) => {
        const column = columns[at.column + right];
        return column ? [[column.key, text] as const] : [];
      });
      const held = named.map(([key]) => [key, row?.[key] ?? null] as const);
      if (!row) added.push(Object.fromEntries(named));
      else if (named.some(([key, text]) => editText(row[key]) !== text)) {
        changes.push({ id: row.id, cells: Object.fromEntries(named) });
        before.push({ id: row.id, cells: Object.fromEntries(held) });
      }
    }
    if (changes.length + added.length === 0) return Promise.resolve(true);
    return writes.write({ changes, before, added });
  };
  const finish = async (text: string, [down, right]: readonly [number, number]) => {
    if (!editing) return;
    const at = editing;
    setEditing(null);
    if (await put(at, [[text]])) go({ row: at.row + down, column: at.column + right });
    else setEditing({ ...at, text });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing) return;
    const command = event.ctrlKey || event.metaKey;
    const step = STEPS[event.key];
    if (command && event.key.toLowerCase() === "z") void writes.undo();
    else if (command || event.altKey) return;
    else if (event.key === "Enter" || event.key === "F2" || event.key === " ") begin(place);
    else if (event.key === "Tab") {
      const next = place.column + (event.shiftKey ? -1 : 1);
      // At the ends the focus leaves the grid.
      if (next < 0 || next >= columns.length) return;
      go({ ...place, column: next });
    } else if (step) go({ row: place.row + step[0], column: place.column + step[1] }, event.shiftKey);
    else if (event.key === "Home") go({ ...place, column: 0 }, event.shiftKey);
    else if (event.key === "End") go({ ...place, column: columns.length - 1 }, event.shiftKey);
    else if (event.key === "Delete" || event.key === "Backspace")
      void put(topLeft(selected), empty(selected));
    else if (event.key.length === 1) begin(place, event.key);
    else return;
    event.preventDefault();
  };
  const onCopy = (event: ClipboardEvent) => {
    if (editing) return;
    const lines = steps(selected.top, selected.bottom).map((row) =>
      steps(selected.left, selected.right).map((at) => editText(cellOf(rows.rowAt(row), columns[at]))),
    );
    event.clipboardData.setData("text/plain", copiedText(lines));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (editing) return;
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    const cells = pastedCells(text);
    if (cells.some((line) => selected.left + line.length > columns.length)) onWide(text);
    else void put(topLeft(selected), cells);
  };
  return { place, selected, editing, setEditing, go, begin, finish, onKeyDown, onCopy, onPaste };
}

export type Grid = ReturnType<typeof useGrid>;

const topLeft = ({ top, left }: Range): CellPlace => ({ row: top, column: left });
const steps = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const empty = (range: Range) =>
  steps(range.top, range.bottom).map(() => steps(range.left, range.right).map(() => ""));
