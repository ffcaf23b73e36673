/** Keyboard navigation of the timeline, as in a tree. Pure. */

import type { TimelineEntry } from "@/runs/timeline";

type Act =
  | { kind: "move" | "open" | "fit"; row: TimelineEntry }
  | { kind: "fold"; row: TimelineEntry; folded: boolean };

export function actOf(key: string, rows: readonly TimelineEntry[], active: string | null): Act | null {
  const at = rows.findIndex(({ id }) => id === active);
  const row = rows[at];
  const move = (to: TimelineEntry | undefined): Act | null => (to ? { kind: "move", row: to } : null);
  switch (key) {
    case "ArrowDown":
      return move(rows[at + 1]);
    case "ArrowUp":
      return move(rows[Math.max(at - 1, 0)]);
    case "Home":
      return move(rows[0]);
    case "End":
      return move(rows.at(-1));
    case "ArrowRight":
      if (row?.folded) return { kind: "fold", row, folded: false };
      return row?.folded === false ? move(rows[at + 1]) : null;
    case "ArrowLeft":
      if (row?.folded === false) return { kind: "fold", row, folded: true };
      return move(row && rows.slice(0, at).findLast(({ depth }) => depth < row.depth));
    case "f":
      return row ? { kind: "fit", row } : null;
    case "Enter":
    case " ":
      return row ? { kind: "open", row } : null;
    default:
      return null;
  }
}
