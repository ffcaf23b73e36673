import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { errorsByField } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

/** Create a workflow, empty or from a template, and open it. */
export function useCreateWorkflow() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: api.workflows.create,
    onSuccess: async (workflow) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.allWorkflows });
      await navigate(`/workflows/${workflow.id}`);
    },
    onError: (error) => {
      // The form shows it.
      if (!errorsByField(error).name) notifyFailed(errorText(error));
    },
  });
}
