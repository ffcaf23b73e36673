import { type Dispatch, type SetStateAction, useEffect } from "react";
import { passesOf, shownScope } from "@/runs/passes";
import type { Folds, TimelineEntry } from "@/runs/timeline";
import type { RunStoreState } from "@/stores/run-store";
import { selectedNode, useUi } from "@/stores/ui-store";

type Parts = {
  state: RunStoreState;
  rows: readonly TimelineEntry[];
  setFolds: Dispatch<SetStateAction<Folds>>;
};

/** The row of what is selected on the canvas; the passes around it are opened, and it is brought into view. */
export function useSelectedRow({ state, rows, setFolds }: Parts, elementOf: (row: string) => string) {
  const key = useUi(selectedNode);
  const step = useUi((ui) => ui.step);
  const scope = key === null ? null : shownScope(state, key);
  const row = rows.find(
    (other) =>
      other.nodeKey === key &&
      other.scope === scope &&
      other.step === step &&
      (step !== null || other.about.kind === "node"),
  );
  useEffect(() => {
    if (!scope) return;
    const opened = Object.fromEntries(passesOf(scope).map((pass) => [pass, true]));
    setFolds((before) => ({ ...before, ...opened }));
  }, [scope, setFolds]);
  const element = row && elementOf(row.id);
  useEffect(() => {
    if (element) document.getElementById(element)?.scrollIntoView({ block: "nearest" });
  }, [element]);
  return row?.id ?? null;
}
