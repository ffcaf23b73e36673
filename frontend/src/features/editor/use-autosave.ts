import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useBeforeUnload } from "react-router";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { type Autosave, startAutosave } from "@/stores/autosave";
import { type DocumentStore, hasUnsavedEdits } from "@/stores/document-store";

/** Saves while the editor is open, and once more when it is left; the browser asks before edits are lost. */
export function useAutosave(document: DocumentStore): () => Autosave | null {
  const client = useQueryClient();
  const autosave = useRef<Autosave | null>(null);
  useEffect(() => {
    const started = startAutosave(document, {
      save: (id, body) => api.workflows.saveGraph(id, body),
      load: (id) => api.workflows.graph(id),
    });
    autosave.current = started;
    const onHide = () => {
      if (globalThis.document.visibilityState === "hidden") void started.flush();
    };
    globalThis.document.addEventListener("visibilitychange", onHide);
    return () => {
      globalThis.document.removeEventListener("visibilitychange", onHide);
      void started.flush().finally(() => {
        started.stop();
        // The lists show how many nodes there are and how the last run went.
        void client.invalidateQueries({ queryKey: queryKeys.allWorkflows });
        void client.invalidateQueries({ queryKey: queryKeys.allRuns });
      });
    };
  }, [document, client]);
  useBeforeUnload(
    useCallback(
      (event) => {
        if (!hasUnsavedEdits(document.getState())) return;
        void autosave.current?.flush();
        event.preventDefault();
      },
      [document],
    ),
  );
  return useCallback(() => autosave.current, []);
}
