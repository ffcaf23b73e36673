import { useState } from "react";
import type { JsonObject } from "@/api/types";

export type Row = { key: number; value: JsonObject };

/** Rows of a list that is being edited, each with a key that stays while others come and go. */
export function useRows(first: readonly JsonObject[], onChange: (list: JsonObject[]) => void) {
  const [rows, setRows] = useState<readonly Row[]>(() => first.map((value, key) => ({ key, value })));
  const put = (next: readonly Row[]) => {
    setRows(next);
    onChange(next.map(({ value }) => value));
  };
  return {
    rows,
    add: (value: JsonObject) =>
      put([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, value }]),
    change: (key: number, value: JsonObject) =>
      put(rows.map((row) => (row.key === key ? { key, value } : row))),
    remove: (key: number) => put(rows.filter((row) => row.key !== key)),
  };
}
