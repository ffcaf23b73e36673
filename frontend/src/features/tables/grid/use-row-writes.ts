/** Writes of rows from the grid, and the way back from each of them. */

import { useRef, useState } from "react";
import { useRefresh } from "@/api/cache";
import { changeRows, type DataRow, insertRows, type RowChange, removeRows } from "@/api/tables";
import type { JsonObject } from "@/api/types";
import { useSave } from "@/components/use-save";

export type RowWrites = {
  /** Change cells and add rows, as one act; `before` is what the changed cells held. */
  write: (act: { changes: RowChange[]; before: RowChange[]; added: JsonObject[] }) => Promise<boolean>;
  remove: (rows: DataRow[]) => Promise<boolean>;
  undo: () => Promise<boolean>;
  canUndo: boolean;
  isBusy: boolean;
};

const REMEMBERED = 100;
/** The server's limit per request. */
const AT_ONCE = 1000;

export function useRowWrites(tableId: string): RowWrites {
  const refresh = useRefresh();
  const acts = useRef<(() => Promise<unknown>)[]>([]);
  const [count, setCount] = useState(0);
  const run = useSave((act: () => Promise<unknown>) => act(), {
    onSettled: () =>
      Promise.all([refresh(`/api/tables/${tableId}/rows/`), refresh(`/api/tables/${tableId}/`)]),
  });
  const remember = (back: () => Promise<unknown>) => {
    acts.current = [...acts.current, back].slice(-REMEMBERED);
    setCount(acts.current.length);
  };
  const done = async (act: () => Promise<unknown>) => {
    try {
      await run.mutateAsync(act);
      return true;
    } catch {
      return false;
    }
  };
  return {
    write: ({ changes, before, added }) =>
      done(async () => {
        for (const part of parts(changes)) await changeRows(tableId, part);
        const rows: DataRow[] = [];
        for (const part of parts(added)) rows.push(...(await insertRows(tableId, part)));
        remember(async () => {
          for (const part of parts(before)) await changeRows(tableId, part);
          for (const part of parts(rows)) await removeRows(tableId, part);
        });
      }),
    remove: (rows) =>
      done(async () => {
        for (const part of parts(rows)) await removeRows(tableId, part);
        remember(async () => {
          for (const part of parts(rows.map(({ id, created_at, updated_at, ...cells }) => cells)))
            await insertRows(tableId, part);
        });
      }),
    undo: async () => {
      const back = acts.current.at(-1);
      if (!back) return false;
      acts.current = acts.current.slice(0, -1);
      setCount(acts.current.length);
      return done(back);
    },
    canUndo: count > 0,
    isBusy: run.isPending,
  };
}

function parts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, index) =>
    items.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}
