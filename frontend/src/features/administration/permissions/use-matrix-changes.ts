/** Changes of the permission matrix that are not saved yet, as steps that can be undone. */

import { useMemo, useState } from "react";
import type { MatrixCellChange, PermissionMatrix, PolicyEffect } from "@/api/types";

export type Role = PermissionMatrix["roles"][number];
export type Tool = PermissionMatrix["sections"][number]["tools"][number];

/** Key of a cell; no pattern has a space in it. */
export const cellKey = (role: number | null, pattern: string): string => `${role ?? "any"} ${pattern}`;

export function useMatrixChanges({ roles, sections }: PermissionMatrix) {
  const [steps, setSteps] = useState<readonly (readonly MatrixCellChange[])[]>([]);
  const stored = useMemo(() => {
    const tools = sections.flatMap((section) => section.tools);
    return new Map(
      tools.flatMap(({ pattern, cells }) =>
        cells.map(({ effect }, at) => [cellKey(roles[at]?.id ?? null, pattern), effect] as const),
      ),
    );
  }, [roles, sections]);
  const pending = useMemo(() => {
    const last = new Map(steps.flat().map((one) => [cellKey(one.role, one.tool_pattern), one]));
    return new Map([...last].filter(([key, { effect }]) => stored.get(key) !== effect));
  }, [steps, stored]);

  /** The chosen effect of a cell, saved or not. */
  const effectOf = (key: string) =>
    pending.get(key)?.effect ?? (pending.has(key) ? null : (stored.get(key) ?? null));
  const set = (role: number | null, patterns: readonly string[], effect: PolicyEffect | null) => {
    const changed = patterns.filter((pattern) => effectOf(cellKey(role, pattern)) !== effect);
    if (changed.length === 0) return;
    setSteps([...steps, changed.map((pattern) => ({ role, tool_pattern: pattern, effect }))]);
  };
  return {
    /** By key of the cell. */
    pending,
    set,
    undo: () => setSteps(steps.slice(0, -1)),
    clear: () => setSteps([]),
    canUndo: steps.length > 0,
  };
}
