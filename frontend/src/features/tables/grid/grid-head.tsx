import { useTranslation } from "react-i18next";
import type { DataTable, TableColumn } from "@/api/tables";
import { Icon } from "@/components/icon";
import classes from "./grid.module.css";

type Props = {
  table: DataTable;
  sort: string;
  onSort: (sort: string) => void;
  onColumn: (column: TableColumn) => void;
};

/** The names of the columns: a click sorts, the button beside it changes the column. */
export function GridHead({ table, sort, onSort, onColumn }: Props) {
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
