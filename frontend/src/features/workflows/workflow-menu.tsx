import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { WorkflowSummary } from "@/api/types";
import classes from "@/components/card-grid/card-grid.module.css";
import { Icon } from "@/components/icon";
import { lazyComponent } from "@/components/lazy-component";
import { AddToAgent } from "@/features/workflows/add-to-agent";
import type { ArrangePart } from "@/features/workflows/library/arrange-modal";
import { useWorkflowActions } from "@/features/workflows/use-workflow-actions";

const ArrangeModal = lazyComponent(
  async () => (await import("@/features/workflows/library/arrange-modal")).ArrangeModal,
);
const DeleteModal = lazyComponent(
  async () => (await import("@/features/workflows/library/delete-modal")).DeleteModal,
);

export function WorkflowMenu({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("workflows");
  const [confirming, { open, close }] = useDisclosure(false);
  const [arranging, setArranging] = useState<ArrangePart | null>(null);
  const agents = useTranslation("agents").t;
  const [isAdding, adding] = useDisclosure(false);
  const actions = useWorkflowActions();
  return (
    <>
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon className={classes.menu} aria-label={t("card.menu", { name: workflow.name })}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/runs?workflow=${workflow.id}`}
            leftSection={<Icon name="history" />}
          >
            {t("action.runs")}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={`/workflows/${workflow.id}/tests`}
            leftSection={<Icon name="checkbox" />}
          >
            {t("action.tests")}
          </Menu.Item>
          {workflow.role !== "viewer" && (
            <>
              <Menu.Item leftSection={<Icon name="folder" />} onClick={() => setArranging("folder")}>
                {t("action.move")}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="tag" />} onClick={() => setArranging("tags")}>
                {t("action.tag")}
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<Icon name="copy" />} onClick={() => actions.duplicate.mutate(workflow.id)}>
            {t("action.duplicate")}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="file-export" />}
            onClick={() => actions.exportFile.mutate(workflow)}
          >
            {t("action.export")}
          </Menu.Item>
          {workflow.role !== "viewer" && (
            <Menu.Item leftSection={<Icon name="robot" />} onClick={adding.open}>
              {agents("add.action")}
            </Menu.Item>
          )}
          {workflow.role === "owner" && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<Icon name="trash" />} onClick={open}>
                {t("action.delete")}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <AddToAgent
        opened={isAdding}
        name={workflow.name}
        toolId={`workflow:${workflow.slug}`}
        onClose={adding.close}
      />
      {arranging && (
        <ArrangeModal workflows={[workflow]} part={arranging} onClose={() => setArranging(null)} />
      )}
      {confirming && <DeleteModal workflows={[workflow]} onClose={close} />}
    </>
  );
}
