import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { PublishedVersion, WorkflowInterface } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import type { Autosave } from "@/stores/autosave";
import type { DocumentStore } from "@/stores/document-store";

export type Publish = {
  /** Publishes, or asks first when that would break somebody who calls the workflow. */
  publish: () => void;
  publishing: boolean;
  /** What is asked about; null while nothing is. */
  breaks: WorkflowInterface | null;
  /** The answer. */
  settle: (go: boolean) => void;
};

type Outcome = { version: PublishedVersion } | { breaks: WorkflowInterface } | null;

/** Freezes the saved graph as the next numbered version. */
export function usePublish(id: string, document: DocumentStore, autosave: () => Autosave | null): Publish {
  const { t } = useTranslation("editor");
  const client = useQueryClient();
  const errorText = useErrorText();
  const mutation = useMutation({
    mutationFn: async ({ anyway }: { anyway: boolean }): Promise<Outcome> => {
      await autosave()?.flush();
      if (document.getState().saveState !== "saved") return null;
      const breaks = anyway ? null : await api.workflows.interface(id);
      if (breaks && breaks.breaking.length > 0 && breaks.callers.length > 0) return { breaks };
      return { version: await api.workflows.publish(id, { revision: document.getState().revision }) };
    },
    onSuccess: (outcome) => {
      if (!outcome) notifyFailed({ title: t("publishUnsaved"), text: t("publishUnsavedText") });
      else if ("version" in outcome) published(outcome.version);
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  const published = ({ number }: PublishedVersion) => {
    notifyDone(t("published", { number }));
    void client.invalidateQueries({ queryKey: queryKeys.workflow(id), exact: true });
    void client.invalidateQueries({ queryKey: queryKeys.versions(id) });
  };
  const outcome = mutation.data;
  return {
    publish: () => mutation.mutate({ anyway: false }),
    publishing: mutation.isPending,
    breaks: outcome && "breaks" in outcome ? outcome.breaks : null,
    settle: (go) => (go ? mutation.mutate({ anyway: true }) : mutation.reset()),
  };
}
