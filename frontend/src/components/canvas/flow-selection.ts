import type { EdgeSelectionChange, NodeSelectionChange } from "@xyflow/react";

type Change = NodeSelectionChange | EdgeSelectionChange | { type: string };

const isSelection = (change: Change): change is NodeSelectionChange | EdgeSelectionChange =>
  change.type === "select";

/** Selection after a React Flow change; null if unchanged. */
export function selectedAfter(before: readonly string[], changes: readonly Change[]): string[] | null {
  const next = new Set(before);
  let changed = false;
  for (const change of changes.filter(isSelection)) {
    if (next.has(change.id) === change.selected) continue;
    changed = true;
    if (change.selected) next.add(change.id);
    else next.delete(change.id);
  }
  return changed ? [...next] : null;
}
