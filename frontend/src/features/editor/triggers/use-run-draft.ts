import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { useSave } from "@/components/use-save";
import { rememberShownRun } from "@/features/editor/runbar/shown-run";
import { useDocumentStore, whenSaved } from "@/stores/document-store";
import { useRunStore } from "@/stores/run-store";
import { useUi } from "@/stores/ui-store";

/** Run the draft with what arrived once, and show the run. */
export function useRunDraft() {
  const document = useDocumentStore();
  const run = useRunStore();
  const refresh = useRefresh();
  return useSave(
    async (delivery: string) => {
      await whenSaved(document);
      const { id } = await ask("post", "/api/deliveries/{delivery_id}/runs/", {
        ...at({ delivery_id: delivery }),
        body: { draft: true },
      });
      return ask("get", "/api/runs/{run_id}/", at({ run_id: id }));
    },
    {
      onSuccess: (started) => {
        const { workflowId } = document.getState();
        rememberShownRun(workflowId, started.id);
        run.getState().load(started);
        useUi.getState().set({ dockOpen: true, dockTab: "trace" });
        void refresh(`/api/workflows/${workflowId}/triggers/`);
      },
    },
  );
}
