/** Writes of rows from the grid, and the way back from each of them. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type DataRow, type RowChange, tableKeys, tables } from "@/api/tables";
import type { JsonObject } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

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
  const queries = useQueryClient();
  const errorText = useErrorText();
  const acts = useRef<(() => Promise<unknown>)[]>([]);
  const [count, setCount] = useState(0);
  const run = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => notifyFailed(errorText(error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: tableKeys.rows(tableId) }),
        queries.invalidateQueries({ queryKey: tableKeys.table(tableId), exact: true }),
      ]),
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
        for (const part of parts(changes)) await tables.change(tableId, part);
        const rows: DataRow[] = [];
        for (const part of parts(added)) rows.push(...(await tables.insert(tableId, part)));
        remember(async () => {
          for (const part of parts(before)) await tables.change(tableId, part);
          for (const part of parts(rows))
            await tables.removeRows(
              tableId,
              part.map(({ id }) => id),
            );
        });
      }),
    remove: (rows) =>
      done(async () => {
        for (const part of parts(rows))
          await tables.removeRows(
            tableId,
            part.map(({ id }) => id),
          );
        remember(async () => {
          for (const part of parts(rows.map(cellsOf))) await tables.insert(tableId, part);
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

function cellsOf({ id, created_at, updated_at, ...cells }: DataRow): JsonObject {
  return cells;
}

function parts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, index) =>
    items.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}
