/** A list of objects as a table: sorted by a click on a column, page by page, wide ones scroll. */

import { ActionIcon } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "@/api/types";
import { Icon } from "@/components/icon";
import { JsonNode } from "./json-node";
import { MOST_SORTED, type Sorting, sorted } from "./sorted-rows";
import classes from "./table-value.module.css";

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
        <table className={classes.table}>
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
          <ActionIcon
            size="sm"
            disabled={page === 0}
            aria-label={t("value.pageBefore")}
            onClick={() => setPage(page - 1)}
          >
            <Icon name="chevron-left" size={14} />
          </ActionIcon>
          <span>{t("value.rowsOf", { from: from + 1, to: from + shown.length, total: rows.length })}</span>
          <ActionIcon
            size="sm"
            disabled={page === last}
            aria-label={t("value.pageAfter")}
            onClick={() => setPage(page + 1)}
          >
            <Icon name="chevron-right" size={14} />
          </ActionIcon>
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
