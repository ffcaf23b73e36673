/** The rows of a table as a grid: only those in view are drawn, so that a hundred thousand scroll as ten do. */

import { useCallback, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DataRow, DataTable, TableColumn } from "@/api/tables";
import { Icon } from "@/components/icon";
import { WIDTHS } from "./cell-text";
import classes from "./grid.module.css";
import { GridRow } from "./grid-row";
import { useGrid } from "./use-grid";
import { ROW_HEIGHT, type RowWindow } from "./use-row-window";
import type { RowWrites } from "./use-row-writes";

type Props = {
  table: DataTable;
  rows: RowWindow;
  writes: RowWrites;
  sort: string;
  onSort: (sort: string) => void;
  onColumn: (column: TableColumn) => void;
  marked: ReadonlyMap<number, DataRow>;
  onMark: (row: DataRow) => void;
  /** Given pasted rows that are wider than the columns from the selected cell on. */
  onWide: (pasted: string) => void;
};

const HEAD_HEIGHT = 36;

export function DataGrid({ table, rows, writes, sort, onSort, onColumn, marked, onMark, onWide }: Props) {
  const { t } = useTranslation("tables");
  const frame = useRef<HTMLDivElement>(null);
  const show = useCallback((row: number) => {
    const view = frame.current;
    if (!view) return;
    const top = row * ROW_HEIGHT;
    const bottom = top + ROW_HEIGHT + HEAD_HEIGHT;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (bottom > view.scrollTop + view.clientHeight) view.scrollTop = bottom - view.clientHeight;
  }, []);
  const grid = useGrid({ columns: table.columns, rows, writes, show, onWide });
  const { onView } = rows;
  const look = useCallback(() => {
    const view = frame.current;
    if (view) onView(view.scrollTop, view.clientHeight);
  }, [onView]);
  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [look]);
  const isEditing = grid.editing !== null;
  useLayoutEffect(() => {
    // The keys work again when the editor has gone.
    if (!isEditing && document.activeElement === document.body) frame.current?.focus();
  }, [isEditing]);
  const widths = ["52px", ...table.columns.map(({ type }) => `${WIDTHS[type]}px`)].join(" ");
  const drawn = Array.from({ length: Math.max(0, rows.last - rows.first + 1) }, (_, at) => rows.first + at);
  const { row, column } = grid.place;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not in view.
    <div
      ref={frame}
      className={classes.frame}
      role="grid"
      tabIndex={0}
      aria-label={table.name}
      aria-rowcount={rows.total + 1}
      aria-colcount={table.columns.length}
      aria-activedescendant={rows.total > 0 ? `cell-${row}-${column}` : undefined}
      style={{ "--grid-columns": widths } as React.CSSProperties}
      onScroll={look}
      onKeyDown={grid.onKeyDown}
      onCopy={grid.onCopy}
      onPaste={grid.onPaste}
    >
      <GridHead table={table} sort={sort} onSort={onSort} onColumn={onColumn} />
      <div className={classes.body} style={{ height: rows.total * ROW_HEIGHT }}>
        {drawn.map((index) => (
          <GridRow
            key={index}
            index={index}
            row={rows.rowAt(index)}
            table={table}
            grid={grid}
            isMarked={marked.has(rows.rowAt(index)?.id ?? -1)}
            onMark={onMark}
          />
        ))}
      </div>
      {rows.total === 0 && !rows.isPending && <p className={classes.empty}>{t("noRows")}</p>}
    </div>
  );
}

type GridHeadProps = {
  table: DataTable;
  sort: string;
  onSort: (sort: string) => void;
  onColumn: (column: TableColumn) => void;
};

/** The names of the columns: a click sorts, the button beside it changes the column. */
function GridHead({ table, sort, onSort, onColumn }: GridHeadProps) {
  const { t } = useTranslation("tables");
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid.
    // biome-ignore lint/a11y/useFocusableInteractive: see the grid.
    <div role="row" aria-rowindex={1} className={classes.head}>
      <span className={classes.corner} />
      {table.columns.map((column, at) => {
        const direction =
          sort === column.key ? "ascending" : sort === `-${column.key}` ? "descending" : "none";
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the grid.
          // biome-ignore lint/a11y/useFocusableInteractive: see the grid.
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={direction}
            className={classes.columnHead}
          >
            <button
              type="button"
              className={classes.sort}
              title={t(`type.${column.type}`)}
              onClick={() => onSort(nextSort(direction, column.key))}
            >
              {column.key === table.key_column && <Icon name="key" size={13} />}
              <span className={classes.text}>{column.name}</span>
              {direction !== "none" && (
                <Icon name={direction === "ascending" ? "chevron-up" : "chevron-down"} size={13} />
              )}
            </button>
            {table.may_change && (
              <button
                type="button"
                className={classes.columnMenu}
                aria-label={t("changeColumn", { name: column.name })}
                onClick={() => onColumn(column)}
              >
                <Icon name="dots" size={14} />
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}

const nextSort = (direction: string, key: string) =>
  direction === "none" ? key : direction === "ascending" ? `-${key}` : "";
