/** A list of objects as a table: sorted by a click on a column, page by page, wide ones scroll. */

import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json, JsonObject } from "@/api/types";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { JsonNode } from "@/components/value-view/json-node";
import classes from "@/components/value-view/table-value.module.css";

/** A longer table would keep the screen busy for too long. */
const MOST_SORTED = 20_000;
const COMPARED_TEXT = 200;

const PAGE = 50;

type Props = { rows: readonly JsonObject[]; columns: readonly string[] };

export function TableValue({ rows, columns }: Props) {
  const { t } = useTranslation();
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [wanted, setPage] = useState(0);
  const ordered = useMemo(() => sorted(rows, sorting), [rows, sorting]);
  const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1);
  const page = Math.min(wanted, last);
  const from = page * PAGE;
  const shown = ordered.slice(from, from + PAGE);
  const sort = (column: string) => {
    setPage(0);
    setSorting((before) => nextSorting(before, column));
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className={classes.scroll} aria-label={t("value.table")} tabIndex={0}>
        <table className={classes.table} translate="no">
          <thead>
            <tr>
              <th scope="col" className={classes.number}>
                #
              </th>
              {columns.map((column) => {
                const direction = sorting?.column === column ? sorting.direction : undefined;
                return (
                  <th key={column} scope="col" aria-sort={direction ?? "none"}>
                    <button
                      type="button"
                      disabled={rows.length > MOST_SORTED}
                      title={rows.length > MOST_SORTED ? t("value.tooLongToSort") : undefined}
                      onClick={() => sort(column)}
                    >
                      {column}
                      {direction && (
                        <Icon name={direction === "ascending" ? "chevron-up" : "chevron-down"} size={12} />
                      )}
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, index }) => (
              <tr key={index}>
                <td className={classes.number}>{index + 1}</td>
                {columns.map((column) => (
                  <td key={column} data-number={typeof row[column] === "number" || undefined}>
                    <div className={classes.cell}>
                      {row[column] !== undefined && <JsonNode value={row[column]} openLevels={0} />}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {last > 0 && (
        <div className={classes.pager}>
          <IconButton
            icon="chevron-left"
            iconSize={14}
            size="sm"
            label={t("value.pageBefore")}
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          />
          <span>{t("value.rowsOf", { from: from + 1, to: from + shown.length, total: rows.length })}</span>
          <IconButton
            icon="chevron-right"
            iconSize={14}
            size="sm"
            label={t("value.pageAfter")}
            disabled={page === last}
            onClick={() => setPage(page + 1)}
          />
        </div>
      )}
    </>
  );
}

/** Up, down, and then as it came. */
function nextSorting(before: Sorting | null, column: string): Sorting | null {
  if (before?.column !== column) return { column, direction: "ascending" };
  return before.direction === "ascending" ? { column, direction: "descending" } : null;
}

type Sorting = { column: string; direction: "ascending" | "descending" };

/** A row and its place in the list. */
type PlacedRow = { row: JsonObject; index: number };

/** Numbers by their size, texts as people sort them; what is missing comes last, both ways. */
function sorted(rows: readonly JsonObject[], sorting: Sorting | null): PlacedRow[] {
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
