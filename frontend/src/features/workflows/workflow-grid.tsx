import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import classes from "@/components/card-grid/card-grid.module.css";
import { LoadMore } from "@/components/load-more";
import { WorkflowCard } from "@/components/workflow-card/workflow-card";
import card from "@/components/workflow-card/workflow-card.module.css";
import { ChosenBar } from "@/features/workflows/library/chosen-bar";
import { dragWorkflows } from "@/features/workflows/library/use-folder-drop";
import { WorkflowMenu } from "@/features/workflows/workflow-menu";

/** The server takes no more at once. */
const MOST_CHOSEN = 100;

type Props = {
  workflows: WorkflowSummary[];
  query: Parameters<typeof LoadMore>[0]["query"];
};

/** Cards, of which some may be chosen; those that one may only look at cannot be. */
export function WorkflowGrid({ workflows, query }: Props) {
  const { t } = useTranslation("workflows");
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = workflows.filter(({ id }) => ids.has(id));
  const choose = (id: string, wanted: boolean) => {
    const others = chosen.map((workflow) => workflow.id).filter((other) => other !== id);
    setIds(new Set(wanted ? [...others, id] : others));
  };
  return (
    <>
      <ul className={classes.grid}>
        {workflows.map((workflow) => {
          const { id, name, role } = workflow;
          const isChosen = ids.has(id);
          const isMovable = role !== "viewer";
          return (
            <li
              key={id}
              draggable={isMovable}
              onDragStart={(event) => dragWorkflows(event, isChosen ? chosen.map((one) => one.id) : [id])}
            >
              <WorkflowCard
                workflow={workflow}
                menu={<WorkflowMenu workflow={workflow} />}
                check={
                  isMovable && (
                    <span className={card.check} data-shown={chosen.length > 0 || undefined}>
                      <Checkbox
                        size="xs"
                        aria-label={t("card.choose", { name })}
                        checked={isChosen}
                        disabled={!isChosen && chosen.length >= MOST_CHOSEN}
                        onChange={(event) => choose(id, event.currentTarget.checked)}
                      />
                    </span>
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      <LoadMore query={query} />
      <ChosenBar workflows={chosen} onClear={() => setIds(new Set())} />
    </>
  );
}
