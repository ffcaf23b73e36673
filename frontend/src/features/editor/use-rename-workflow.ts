import { useQueryClient } from "@tanstack/react-query";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { WORKFLOW_LISTS, workflowQuery } from "@/api/workflows";
import { useSave } from "@/components/use-save";

/** Rename the open workflow, here and in all lists; `onError` instead of showing the error. */
export function useRenameWorkflow(id: string, onError?: (error: Error) => void) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useSave(
    (name: string) =>
      ask("patch", "/api/workflows/{workflow_id}/", { ...at({ workflow_id: id }), body: { name } }),
    {
      onSuccess: (saved) => {
        client.setQueryData(workflowQuery(id).queryKey, saved);
        void refresh(...WORKFLOW_LISTS);
      },
      onError,
    },
  );
}
