import { useTranslation } from "react-i18next";
import type { DataRow, DataTable } from "@/api/tables";
import { CellEditor } from "./cell-editor";
import { cellOf, isInRange, shownText } from "./cell-text";
import classes from "./grid.module.css";
import type { Grid } from "./use-grid";
import { ROW_HEIGHT } from "./use-row-window";

type Props = {
  index: number;
  /** Nothing while it is being fetched. */
  row: DataRow | undefined;
  table: DataTable;
  grid: Grid;
  isMarked: boolean;
  onMark: (row: DataRow) => void;
};

/** One row: its number, which marks it, and its cells. */
export function GridRow({ index, row, table, grid, isMarked, onMark }: Props) {
  const { t, i18n } = useTranslation("tables");
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus for its rows and cells.
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ top: index * ROW_HEIGHT }}
      data-marked={isMarked || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see the row. */}
      <div role="rowheader" className={classes.rowHead}>
        <button
          type="button"
          tabIndex={-1}
          className={classes.number}
          aria-pressed={isMarked}
          aria-label={t("mark", { number: index + 1 })}
          onClick={() => row && onMark(row)}
        >
          {index + 1}
        </button>
      </div>
      {table.columns.map((column, at) => {
        const place = { row: index, column: at };
        const isHere = grid.place.row === index && grid.place.column === at;
        const isEdited = grid.editing?.row === index && grid.editing.column === at;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the grid.
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the grid's.
          // biome-ignore lint/a11y/useFocusableInteractive: see the row.
          <div
            key={column.key}
            id={`cell-${index}-${at}`}
            role="gridcell"
            aria-colindex={at + 1}
            aria-selected={isInRange(grid.selected, place)}
            className={classes.cell}
            data-type={column.type}
            data-here={isHere || undefined}
            onClick={(event) =>
              isHere && !event.shiftKey ? grid.begin(place) : grid.go(place, event.shiftKey)
            }
            onDoubleClick={() => grid.begin(place)}
          >
            {isEdited && grid.editing ? (
              <CellEditor
                column={column}
                editing={grid.editing}
                onFinish={(text, step) => void grid.finish(text, step)}
                onCancel={() => grid.setEditing(null)}
              />
            ) : (
              <CellValue text={shownText(column, cellOf(row, column), i18n.language)} type={column.type} />
            )}
          </div>
        );
      })}
    </div>
  );
}

function CellValue({ text, type }: { text: string; type: string }) {
  if (type === "boolean" && text !== "") {
    return (
      <input type="checkbox" checked={text === "true"} readOnly tabIndex={-1} className={classes.check} />
    );
  }
  return <span className={type === "choice" && text ? classes.choice : classes.text}>{text}</span>;
}
