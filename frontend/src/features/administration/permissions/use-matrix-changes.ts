/** Changes of the permission matrix that are not saved yet, as steps that can be undone. */

import { useEffect, useMemo } from "react";
import type { PermissionMatrix, PolicyEffect } from "@/api/types";
import { dropMatrixDraft, useMatrixDraft } from "@/stores/matrix-draft";

export type Role = PermissionMatrix["roles"][number];
export type Tool = PermissionMatrix["sections"][number]["tools"][number];

/** Key of a cell; no pattern has a space in it. */
export const cellKey = (role: number | null, pattern: string): string => `${role ?? "any"} ${pattern}`;

export function useMatrixChanges({ roles, sections }: PermissionMatrix) {
  const steps = useMatrixDraft((draft) => draft.steps);
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

  useEffect(() => useMatrixDraft.setState({ count: pending.size }), [pending]);

  /** The chosen effect of a cell, saved or not. */
  const effectOf = (key: string) =>
    pending.get(key)?.effect ?? (pending.has(key) ? null : (stored.get(key) ?? null));
  const set = (role: number | null, patterns: readonly string[], effect: PolicyEffect | null) => {
    const changed = patterns.filter((pattern) => effectOf(cellKey(role, pattern)) !== effect);
    if (changed.length === 0) return;
    const step = changed.map((pattern) => ({ role, tool_pattern: pattern, effect }));
    useMatrixDraft.setState({ steps: [...steps, step] });
  };
  return {
    /** By key of the cell. */
    pending,
    set,
    undo: () => useMatrixDraft.setState({ steps: steps.slice(0, -1) }),
    clear: dropMatrixDraft,
    canUndo: steps.length > 0,
  };
}
