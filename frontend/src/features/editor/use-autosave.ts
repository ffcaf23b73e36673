import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useBeforeUnload } from "react-router";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { sessionResumed } from "@/api/session-events";
import { WORKFLOW_LISTS } from "@/api/workflows";
import { useUser } from "@/hooks/use-user";
import { type Autosave, startAutosave } from "@/stores/autosave";
import { type DocumentStore, hasUnsavedEdits } from "@/stores/document-store";
import type { PresenceStore } from "@/stores/presence-store";
import { type KeptEdits, keepUnsentEdits, restoreUnsentEdits } from "@/stores/unsent-edits";
import { notifyHint, notifyUntil } from "./notify-hint";

/** Saves while the editor is open, and once more when it is left; what cannot be saved waits in the browser. */
export function useAutosave(document: DocumentStore, presence: PresenceStore): () => Autosave | null {
  const refresh = useRefresh();
  const { t } = useTranslation("editor");
  const { id: userId } = useUser();
  const autosave = useRef<Autosave | null>(null);
  const kept = useRef<KeptEdits | null>(null);
  useEffect(() => {
    const { workflowId, readOnly } = document.getState();
    if (readOnly) return;
    const name = `${userId}:workflow:${workflowId}`;
    let takeAway = () => {};
    const edits = keepUnsentEdits(document, name, (isInDanger) => {
      takeAway();
      takeAway = isInDanger ? notifyUntil(t("unsent.full")) : () => {};
    });
    const started = startAutosave(document, {
      save: (id, body) =>
        ask("patch", "/api/workflows/{workflow_id}/graph/", { ...at({ workflow_id: id }), body }),
      load: (id) => ask("get", "/api/workflows/{workflow_id}/graph/", at({ workflow_id: id })),
      isWatched: () => Object.keys(presence.getState().others).length > 0,
    });
    autosave.current = started;
    kept.current = edits;
    void restoreUnsentEdits(document, name).then((restored) => {
      if (!restored) return;
      notifyHint(t("unsent.restored"));
      void started.flush();
    });
    const onHide = () => {
      if (globalThis.document.visibilityState === "hidden") void started.flush();
    };
    globalThis.document.addEventListener("visibilitychange", onHide);
    const stopListening = sessionResumed.listen(() => void started.flush());
    return () => {
      globalThis.document.removeEventListener("visibilitychange", onHide);
      stopListening();
      void started.flush().finally(() => {
        if (edits.wouldLose()) notifyHint(t("unsent.lost"));
        else if (hasUnsavedEdits(document.getState())) notifyHint(t("unsent.waiting"));
        started.stop();
        edits.stop();
        // The lists show how many nodes there are and how the last run went.
        void refresh(...WORKFLOW_LISTS);
        void refresh("/api/runs/");
      });
    };
  }, [document, presence, refresh, userId, t]);
  useBeforeUnload(
    useCallback((event) => {
      if (kept.current?.wouldLose()) event.preventDefault();
    }, []),
  );
  return useCallback(() => autosave.current, []);
}
