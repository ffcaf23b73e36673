/** Editor of a cell: a list of choices, or text that the server parses by column type. */

import { useEffect, useRef, useState } from "react";
import type { TableColumn } from "@/api/tables";
import classes from "./grid.module.css";
import type { Editing } from "./use-grid";

type Step = readonly [number, number];
type Props = {
  column: TableColumn;
  editing: Editing;
  onFinish: (text: string, step: Step) => void;
  onCancel: () => void;
};

const STAY: Step = [0, 0];
const STEPS: Readonly<Record<string, Step>> = { Enter: [1, 0], Tab: [0, 1] };

export function CellEditor({ column, editing, onFinish, onCancel }: Props) {
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
