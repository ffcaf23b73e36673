import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { WorkflowSummary } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { downloadJson } from "@/lib/download";

/** Actions on a workflow without opening it. */
export function useWorkflowActions() {
  const { t } = useTranslation("workflows");
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const onError = (error: Error) => notifyFailed(errorText(error));
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.allWorkflows });

  const duplicate = useMutation({
    mutationFn: api.workflows.duplicate,
    onSuccess: async (copy) => {
      await refresh();
      notifyDone(t("done.duplicated", { name: copy.name }));
    },
    onError,
  });
  const exportFile = useMutation({
    mutationFn: (workflow: WorkflowSummary) => api.workflows.export(workflow.id),
    onSuccess: (file, workflow) => downloadJson(`${workflow.slug}.flowloom.json`, file),
    onError,
  });
  return { duplicate, exportFile };
}
