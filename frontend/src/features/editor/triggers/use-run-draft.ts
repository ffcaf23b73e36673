import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { rememberShownRun } from "@/features/editor/runbar/shown-run";
import { useDocumentStore, whenSaved } from "@/stores/document-store";
import { useRunStore } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

/** Run the draft with what arrived once, and show the run. */
export function useRunDraft() {
  const document = useDocumentStore();
  const run = useRunStore();
  const client = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: async (delivery: string) => {
      await whenSaved(document);
      const { id } = await api.deliveries.sendAgain(delivery, true);
      return api.runs.get(id);
    },
    onSuccess: (started) => {
      const { workflowId } = document.getState();
      rememberShownRun(workflowId, started.id);
      run.getState().load(started);
      useUi.getState().set({ dockOpen: true, dockTab: "trace" });
      void client.invalidateQueries({ queryKey: queryKeys.triggers(workflowId) });
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
}
