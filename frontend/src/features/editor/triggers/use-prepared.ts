import { useEffect } from "react";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { useWorkflowTriggers } from "@/api/triggers";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useDocument, useDocumentStore, whenSaved } from "@/stores/document-store";

/** Gives a trigger its address, which stays, when its panel is first opened. */
export function usePrepared(key: string): void {
  const store = useDocumentStore();
  const refresh = useRefresh();
  const errorText = useErrorText();
  const workflow = useDocument((state) => state.workflowId);
  const readOnly = useDocument((state) => state.readOnly);
  const { data } = useWorkflowTriggers(workflow);
  const isMissing = data !== undefined && !readOnly && !data.some(({ node_key }) => node_key === key);
  useEffect(() => {
    if (!isMissing) return;
    void (async () => {
      try {
        await whenSaved(store);
        await ask("put", "/api/workflows/{workflow_id}/triggers/{node_key}/", {
          ...at({ workflow_id: workflow, node_key: key }),
          body: { secrets: {} },
        });
        await refresh(`/api/workflows/${workflow}/triggers/`);
      } catch (error) {
        notifyFailed(errorText(error));
      }
    })();
  }, [isMissing, store, refresh, errorText, workflow, key]);
}
