import { Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ask, at } from "@/api/http";
import type { WorkflowSummary } from "@/api/types";
import { WORKFLOW_LISTS } from "@/api/workflows";
import { Icon } from "@/components/icon";
import { notifyDone } from "@/components/notify";
import { useSave } from "@/components/use-save";
import type { ArrangePart } from "@/features/workflows/library/arrange-modal";
import { downloadJson } from "@/lib/download";

/** Dialog before an action of the menu. */
export type WorkflowQuestion = ArrangePart | "agent" | "members" | "leave" | "delete";

type Props = { workflow: WorkflowSummary; onAsk: (question: WorkflowQuestion) => void };

export function WorkflowMenuItems({ workflow, onAsk }: Props) {
  const { t } = useTranslation("workflows");
  const agents = useTranslation("agents").t;
  const sharing = useTranslation("sharing").t;
  const actions = useWorkflowActions();
  return (
    <>
      <Menu.Item component={Link} to={`/runs?workflow=${workflow.id}`} leftSection={<Icon name="history" />}>
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
          <Menu.Item leftSection={<Icon name="folder" />} onClick={() => onAsk("folder")}>
            {t("action.move")}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="tag" />} onClick={() => onAsk("tags")}>
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
        <Menu.Item leftSection={<Icon name="robot" />} onClick={() => onAsk("agent")}>
          {agents("add.action")}
        </Menu.Item>
      )}
      {workflow.role === "owner" ? (
        <>
          <Menu.Item leftSection={<Icon name="share" />} onClick={() => onAsk("members")}>
            {sharing("members.action")}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="trash" />} onClick={() => onAsk("delete")}>
            {t("action.delete")}
          </Menu.Item>
        </>
      ) : (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="door-exit" />} onClick={() => onAsk("leave")}>
            {sharing("leaveAction")}
          </Menu.Item>
        </>
      )}
    </>
  );
}

/** Actions for a workflow that do not require opening it. */
function useWorkflowActions() {
  const { t } = useTranslation("workflows");

  const duplicate = useSave(
    (id: string) => ask("post", "/api/workflows/{workflow_id}/duplicate/", at({ workflow_id: id })),
    {
      refreshes: [...WORKFLOW_LISTS],
      onSuccess: (copy) => notifyDone(t("done.duplicated", { name: copy.name })),
    },
  );
  const exportFile = useSave(
    (workflow: WorkflowSummary) =>
      ask("get", "/api/workflows/{workflow_id}/export/", at({ workflow_id: workflow.id })),
    { onSuccess: (file, workflow) => downloadJson(`${workflow.slug}.flowloom.json`, file) },
  );
  return { duplicate, exportFile };
}
