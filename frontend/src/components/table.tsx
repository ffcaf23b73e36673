import type { ReactNode } from "react";
import classes from "./table.module.css";

/** A table in a frame of its own, which scrolls where the page would become too wide. */
export function Table({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classes.scroll}>
      <table className={`${classes.table} ${className ?? ""}`}>{children}</table>
    </div>
  );
}

type HeadProps<Column extends string> = {
  columns: readonly Column[];
  title: (column: Column) => string;
  /** Leaves room for buttons at the end of the rows. */
  withActions?: boolean;
};

/** The titles of columns; `data-column` is what styles know them by. */
export function TableHead<Column extends string>({ columns, title, withActions }: HeadProps<Column>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" data-column={column}>
            {title(column)}
          </th>
        ))}
        {withActions && <td />}
      </tr>
    </thead>
  );
}
