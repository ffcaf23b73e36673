import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "@/api/client";
import { useWorkflowTriggers } from "@/api/queries/triggers";
import { queryKeys } from "@/api/query-keys";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useDocument, useDocumentStore, whenSaved } from "@/stores/document-store";

/** Gives a trigger its address, which stays, when its panel is first opened. */
export function usePrepared(key: string): void {
  const store = useDocumentStore();
  const client = useQueryClient();
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
        await api.triggers.prepare(workflow, key);
        await client.invalidateQueries({ queryKey: queryKeys.triggers(workflow) });
      } catch (error) {
        notifyFailed(errorText(error));
      }
    })();
  }, [isMissing, store, client, errorText, workflow, key]);
}
