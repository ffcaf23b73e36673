import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { notifyDone, notifyFailed, notifyWarned } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useLocalText } from "@/i18n/local-text";
import type { Autosave } from "@/stores/autosave";
import type { DocumentStore } from "@/stores/document-store";

export type Publish = { publish: () => void; publishing: boolean };

/** Freezes the saved graph as the next numbered version. */
export function usePublish(id: string, document: DocumentStore, autosave: () => Autosave | null): Publish {
  const { t } = useTranslation("editor");
  const client = useQueryClient();
  const errorText = useErrorText();
  const local = useLocalText();
  const mutation = useMutation({
    mutationFn: async () => {
      await autosave()?.flush();
      return document.getState().saveState === "saved" ? api.workflows.publish(id) : null;
    },
    onSuccess: (version) => {
      if (!version) {
        notifyFailed({ title: t("publishUnsaved"), text: t("publishUnsavedText") });
        return;
      }
      notifyDone(t("published", { number: version.number }));
      if (version.callers.length > 0) {
        const names = version.callers.map(({ name, node }) => (node ? `${name} (${node})` : name)).join(", ");
        const changes = version.breaking.map(local).join(" ");
        notifyWarned({ title: t("publishBreaks"), text: t("publishBreaksText", { changes, names }) });
      }
      void client.invalidateQueries({ queryKey: queryKeys.workflow(id), exact: true });
      void client.invalidateQueries({ queryKey: queryKeys.versions(id) });
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  return { publish: mutation.mutate, publishing: mutation.isPending };
}
