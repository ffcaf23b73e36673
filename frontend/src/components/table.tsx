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
