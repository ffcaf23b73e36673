import { ActionIcon, Checkbox, Menu } from "@mantine/core";
import { type DragEvent, memo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import grid from "@/components/card-grid/card-grid.module.css";
import { Icon } from "@/components/icon";
import { lazyComponent } from "@/components/lazy-component";
import { WorkflowCard } from "@/components/workflow-card/workflow-card";
import card from "@/components/workflow-card/workflow-card.module.css";
import { AddToAgent } from "@/features/workflows/add-to-agent";
import { WorkflowMenuItems, type WorkflowQuestion } from "@/features/workflows/workflow-menu-items";

const ArrangeModal = lazyComponent(
  async () => (await import("@/features/workflows/library/arrange-modal")).ArrangeModal,
);
const MembersModal = lazyComponent(
  async () => (await import("@/components/sharing/members-modal")).MembersModal,
);
const LeaveModal = lazyComponent(async () => (await import("@/components/sharing/leave-modal")).LeaveModal);
const DeleteModal = lazyComponent(
  async () => (await import("@/features/workflows/library/delete-modal")).DeleteModal,
);

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

function WorkflowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("workflows");
  const [asked, setAsked] = useState<WorkflowQuestion | null>(null);
  const close = () => setAsked(null);
  const thing = { kind: "workflow", id: workflow.id, name: workflow.name } as const;
  return (
    <>
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon className={grid.menu} aria-label={t("card.menu", { name: workflow.name })}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <WorkflowMenuItems workflow={workflow} onAsk={setAsked} />
        </Menu.Dropdown>
      </Menu>
      {asked === "agent" && (
        <AddToAgent opened name={workflow.name} toolId={`workflow:${workflow.slug}`} onClose={close} />
      )}
      {(asked === "folder" || asked === "tags") && (
        <ArrangeModal workflows={[workflow]} part={asked} onClose={close} />
      )}
      {asked === "members" && <MembersModal thing={thing} onClose={close} />}
      {asked === "leave" && <LeaveModal thing={thing} onClose={close} />}
      {asked === "delete" && <DeleteModal workflows={[workflow]} onClose={close} />}
    </>
  );
}
