import { useCallback, useMemo, useRef, useState } from "react";
import { MOST_AT_ONCE } from "@/api/rules.gen";
import type { WorkflowSummary } from "@/api/types";
import classes from "@/components/card-grid/card-grid.module.css";
import { ChosenBar } from "@/features/workflows/library/chosen-bar";
import { dragWorkflows } from "@/features/workflows/library/use-folder-drop";
import { WorkflowItem } from "@/features/workflows/workflow-item";

/** Cards, of which some may be chosen; those that one may only look at cannot be. */
export function WorkflowGrid({ workflows }: { workflows: WorkflowSummary[] }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => workflows.filter(({ id }) => ids.has(id)), [workflows, ids]);
  const dragged = useRef(chosen);
  dragged.current = chosen;
  const choose = useCallback(
    (id: string, wanted: boolean) =>
      setIds((before) => new Set([...[...before].filter((other) => other !== id), ...(wanted ? [id] : [])])),
    [],
  );
  const drag = useCallback<Parameters<typeof WorkflowItem>[0]["onDragStart"]>((event, id) => {
    const all = dragged.current.map((one) => one.id);
    dragWorkflows(event, all.includes(id) ? all : [id]);
  }, []);
  return (
    <>
      <ul className={classes.grid}>
        {workflows.map((workflow) => {
          const isChosen = ids.has(workflow.id);
          return (
            <WorkflowItem
              key={workflow.id}
              workflow={workflow}
              isChosen={isChosen}
              isBoxShown={chosen.length > 0}
              isBoxDisabled={!isChosen && chosen.length >= MOST_AT_ONCE}
              onChoose={choose}
              onDragStart={drag}
            />
          );
        })}
      </ul>
      <ChosenBar workflows={chosen} onClear={() => setIds(new Set())} />
    </>
  );
}
