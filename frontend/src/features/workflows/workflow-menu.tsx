import { ActionIcon, Menu } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import classes from "@/components/card-grid/card-grid.module.css";
import { Icon } from "@/components/icon";
import { lazyComponent } from "@/components/lazy-component";
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

export function WorkflowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("workflows");
  const [asked, setAsked] = useState<WorkflowQuestion | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon className={classes.menu} aria-label={t("card.menu", { name: workflow.name })}>
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
      {asked === "members" && <MembersModal workflow={workflow} onClose={close} />}
      {asked === "leave" && <LeaveModal workflow={workflow} onClose={close} />}
      {asked === "delete" && <DeleteModal workflows={[workflow]} onClose={close} />}
    </>
  );
}
