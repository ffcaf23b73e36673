/** The rows of a table that are in view, fetched in pages; whatever else there is, is only counted. */

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { type DataRow, type RowQuery, rowsQuery } from "@/api/tables";

export const ROW_HEIGHT = 34;
const PAGE = 200;
/** Rows that are drawn before they come into view. */
const AHEAD = 12;
const AT_FIRST = 30;

export type RowWindow = {
  /** Number of matching rows. */
  total: number;
  first: number;
  last: number;
  rowAt: (index: number) => DataRow | undefined;
  isPending: boolean;
  error: unknown;
  /** Takes what is in view, in pixels. */
  onView: (top: number, height: number) => void;
};

export function useRowWindow(tableId: string, query: RowQuery): RowWindow {
  const [view, setView] = useState({ first: 0, last: AT_FIRST });
  const pages = pagesOf(view.first, view.last);
  const found = useQueries({
    queries: pages.map((page) => ({
      ...rowsQuery(tableId, { ...query, offset: page * PAGE, limit: PAGE }),
      placeholderData: page === 0 ? keepPreviousData : undefined,
    })),
  });
  const total = found[0]?.data?.total ?? 0;
  const rowAt = (index: number) => found[pages.indexOf(Math.floor(index / PAGE))]?.data?.rows[index % PAGE];
  const onView = useCallback((top: number, height: number) => {
    const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - AHEAD);
    const last = Math.ceil((top + height) / ROW_HEIGHT) + AHEAD;
    setView((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  return {
    total,
    first: view.first,
    last: Math.min(view.last, total - 1),
    rowAt,
    isPending: found.every(({ isPending }) => isPending),
    error: found.find(({ error }) => error)?.error ?? null,
    onView,
  };
}

/** The first one is always among them: without its count, the grid would lose its height while another is fetched. */
function pagesOf(first: number, last: number): number[] {
  const begin = Math.floor(first / PAGE);
  const inView = Array.from({ length: Math.floor(last / PAGE) - begin + 1 }, (_, index) => begin + index);
  return [0, ...inView.filter((page) => page !== 0)];
}
