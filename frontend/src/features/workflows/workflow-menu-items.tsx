import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import type { WorkflowSummary } from "@/api/types";
import { WORKFLOW_LISTS } from "@/api/workflows";
import { MenuItem, SharingItems } from "@/components/menu-item";
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
  const actions = useWorkflowActions();
  return (
    <>
      <MenuItem icon="history" label={t("action.runs")} to={`/runs?workflow=${workflow.id}`} />
      <MenuItem icon="checkbox" label={t("action.tests")} to={`/workflows/${workflow.id}/tests`} />
      {workflow.role !== "viewer" && (
        <>
          <MenuItem icon="folder" label={t("action.move")} onClick={() => onAsk("folder")} />
          <MenuItem icon="tag" label={t("action.tag")} onClick={() => onAsk("tags")} />
        </>
      )}
      <MenuItem
        icon="copy"
        label={t("action.duplicate")}
        onClick={() => actions.duplicate.mutate(workflow.id)}
      />
      <MenuItem
        icon="file-export"
        label={t("action.export")}
        onClick={() => actions.exportFile.mutate(workflow)}
      />
      {workflow.role !== "viewer" && (
        <MenuItem icon="robot" label={agents("add.action")} onClick={() => onAsk("agent")} />
      )}
      <SharingItems role={workflow.role} deletion={t("action.delete")} onAsk={onAsk} />
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
