import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DataRow, DataTable, TableColumn } from "@/api/tables";
import { cellOf, isInRange, shownText } from "./cell-text";
import classes from "./grid.module.css";
import type { Editing, Grid } from "./use-grid";
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

type Step = readonly [number, number];
type CellEditorProps = {
  column: TableColumn;
  editing: Editing;
  onFinish: (text: string, step: Step) => void;
  onCancel: () => void;
};

const STAY: Step = [0, 0];
const STEPS: Readonly<Record<string, Step>> = { Enter: [1, 0], Tab: [0, 1] };

function CellEditor({ column, editing, onFinish, onCancel }: CellEditorProps) {
  const [text, setText] = useState(editing.text);
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const isOver = useRef(false);
  useEffect(() => field.current?.focus(), []);
  const finish = (value: string, step: Step) => {
    if (isOver.current) return;
    isOver.current = true;
    onFinish(value, step);
  };
  const shared = {
    ref: field,
    className: classes.editor,
    "aria-label": column.name,
    onBlur: () => finish(text, STAY),
    onKeyDown: (event: React.KeyboardEvent) => {
      event.stopPropagation();
      const step = STEPS[event.key];
      // An input method ends its own work with Enter.
      if (step && !event.nativeEvent.isComposing) {
        event.preventDefault();
        finish(text, event.shiftKey ? [-step[0], -step[1]] : step);
      } else if (event.key === "Escape") {
        isOver.current = true;
        onCancel();
      }
    },
  };
  if (column.type === "choice") {
    return (
      <select {...shared} value={text} onChange={(event) => finish(event.currentTarget.value, STAY)}>
        {["", ...(column.choices ?? [])].map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      value={text}
      inputMode={column.type === "number" ? "decimal" : undefined}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
