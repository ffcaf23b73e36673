import { useNavigate } from "react-router";
import { useRefresh } from "@/api/cache";
import { errorsByField } from "@/api/errors";
import { ask } from "@/api/http";
import type { WorkflowCreate } from "@/api/types";
import { WORKFLOW_LISTS } from "@/api/workflows";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";

type Creation = WorkflowCreate & {
  /** Key of a node; its settings are shown at first. */
  opened?: string;
};

/** Create a workflow, empty, from a template or with a first step, and open it. */
export function useCreateWorkflow() {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const errorText = useErrorText();
  return useSave(({ opened: _, ...body }: Creation) => ask("post", "/api/workflows/", { body }), {
    onSuccess: async ({ id }, { opened }) => {
      void refresh(...WORKFLOW_LISTS);
      await navigate(`/workflows/${id}${opened ? `?node=${encodeURIComponent(opened)}` : ""}`);
    },
    onError: (error) => {
      // The form shows it.
      if (!errorsByField(error).name) notifyFailed(errorText(error));
    },
  });
}
