import { useNavigate } from "react-router";
import { useRefresh } from "@/api/cache";
import { errorsByField } from "@/api/errors";
import { ask } from "@/api/http";
import type { WorkflowCreate } from "@/api/types";
import { WORKFLOW_LISTS } from "@/api/workflows";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";

/** Create a workflow, empty or from a template, and open it. */
export function useCreateWorkflow() {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const errorText = useErrorText();
  return useSave((body: WorkflowCreate) => ask("post", "/api/workflows/", { body }), {
    onSuccess: async (workflow) => {
      void refresh(...WORKFLOW_LISTS);
      await navigate(`/workflows/${workflow.id}`);
    },
    onError: (error) => {
      // The form shows it.
      if (!errorsByField(error).name) notifyFailed(errorText(error));
    },
  });
}
