import { Checkbox } from "@mantine/core";
import { type DragEvent, memo } from "react";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import grid from "@/components/card-grid/card-grid.module.css";
import { WorkflowCard } from "@/components/workflow-card/workflow-card";
import card from "@/components/workflow-card/workflow-card.module.css";
import { WorkflowMenu } from "@/features/workflows/workflow-menu";

type Props = {
  workflow: WorkflowSummary;
  isChosen: boolean;
  /** Shows the selection box without hovering over the card. */
  isBoxShown: boolean;
  isBoxDisabled: boolean;
  onChoose: (id: string, wanted: boolean) => void;
  onDragStart: (event: DragEvent, id: string) => void;
};

/** One card of the grid; drawn again only when something about it has changed, since there may be hundreds. */
export const WorkflowItem = memo(function WorkflowItem(props: Props) {
  const { workflow, isChosen, isBoxShown, isBoxDisabled, onChoose, onDragStart } = props;
  const { t } = useTranslation("workflows");
  const { id, name, role } = workflow;
  const isMovable = role !== "viewer";
  return (
    <li className={grid.item} draggable={isMovable} onDragStart={(event) => onDragStart(event, id)}>
      <WorkflowCard
        workflow={workflow}
        menu={<WorkflowMenu workflow={workflow} />}
        check={
          isMovable && (
            <span className={card.check} data-shown={isBoxShown || undefined}>
              <Checkbox
                size="xs"
                aria-label={t("card.choose", { name })}
                checked={isChosen}
                disabled={isBoxDisabled}
                onChange={(event) => onChoose(id, event.currentTarget.checked)}
              />
            </span>
          )
        }
      />
    </li>
  );
});
