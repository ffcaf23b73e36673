/** Publish the draft: what changes, whom it breaks, what to call it. */

import { Button, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import type { WorkflowInterface, WorkflowSummary } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { notifyDone, notifyFailed } from "@/components/notify";
import { pressedOnly } from "@/components/pressed-only";
import { SubmitButton } from "@/components/submit-button";
import { useErrorText } from "@/components/use-error-text";
import { compareDocuments, isSameContent } from "@/document/compare";
import { triggersOf } from "@/document/off-the-path";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import type { Autosave } from "@/stores/autosave";
import { useDocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import { BreakingChanges } from "./breaking-changes";
import { ChangeList } from "./change-list";
import { PublishWithTrigger } from "./publish-with-trigger";
import { useSide } from "./side";
import { TriggerChanges } from "./trigger-changes";
import { UsePublished } from "./use-published";
import { VersionTextFields } from "./version-texts";

type Props = { workflow: WorkflowSummary; autosave: () => Autosave | null };

const close = () => useUi.getState().set({ dialog: null });

export function PublishDialog({ workflow, autosave }: Props) {
  const { t } = useTranslation("versions");
  const document = useDocumentStore();
  const [published, setPublished] = useState<number | null>(null);
  const query = useQuery({
    queryKey: queryKeys.publishing(workflow.id),
    queryFn: async () => {
      await autosave()?.flush();
      const isSaved = document.getState().saveState === "saved";
      return isSaved ? { report: await api.workflows.interface(workflow.id) } : { report: null };
    },
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={published === null ? t("publish.title") : t("publish.done", { number: published })}
      size={560}
    >
      {published !== null && <UsePublished workflow={workflow.id} number={published} onClose={close} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={180} />}
      {query.data?.report === null && <Text size="sm">{t("publish.unsaved")}</Text>}
      {published === null && query.data?.report && (
        <PublishForm
          workflow={workflow}
          report={query.data.report}
          onPublished={setPublished}
          isStoring={query.isFetching}
          onAdded={query.refetch}
          onChanged={async () => {
            await autosave()?.refresh();
            await query.refetch();
          }}
        />
      )}
    </Modal>
  );
}

type FormProps = {
  workflow: WorkflowSummary;
  report: WorkflowInterface;
  onChanged: () => Promise<void>;
  isStoring: boolean;
  /** The draft has got a trigger here, which is to be stored. */
  onAdded: () => Promise<unknown>;
  /** The version that triggers start now; not called where nothing but people starts it. */
  onPublished: (number: number) => void;
};

function PublishForm({ workflow, report, isStoring, onChanged, onAdded, onPublished }: FormProps) {
  const { t } = useTranslation("versions");
  const errorText = useErrorText();
  const client = useQueryClient();
  const document = useDocumentStore();
  const [texts, setTexts] = useState({ name: "", note: "" });
  const types = useNodeTypeIndex();
  const changes = useChanges(workflow);
  const draft = useSide(workflow.id, "draft").graph;
  const breaks = report.breaking.length > 0 && report.callers.length + report.foreign_tokens > 0;
  const publish = useMutation({
    mutationFn: () =>
      api.workflows.publish(workflow.id, { ...texts, revision: document.getState().revision }),
    onSuccess: async ({ number, created }) => {
      notifyDone(t(created ? "publish.done" : "publish.nothingNew", { number }));
      void client.invalidateQueries({ queryKey: queryKeys.workflow(workflow.id), exact: true });
      void client.invalidateQueries({ queryKey: queryKeys.versions(workflow.id) });
      void client.invalidateQueries({ queryKey: queryKeys.allTriggers });
      await client.invalidateQueries({ queryKey: queryKeys.triggers(workflow.id) });
      if (triggersOf(document.getState(), types).some(({ config }) => config.enabled !== false))
        onPublished(number);
      else close();
    },
    onError: (error) => {
      notifyFailed(errorText(error));
      if (error instanceof ApiError && error.code === "graph_changed") void onChanged();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    publish.mutate();
  };
  const isSame = changes !== null && isSameContent(changes.comparison);
  return (
    <form onSubmit={submit} onKeyDown={pressedOnly}>
      <Stack gap="sm">
        {breaks && <BreakingChanges report={report} />}
        {isSame ? (
          <Text size="sm">{t("publish.same", { number: workflow.published_version })}</Text>
        ) : (
          <VersionTextFields value={texts} onChange={setTexts} />
        )}
        {draft && <PublishWithTrigger draft={draft} onAdded={() => void onAdded()} />}
        {draft && <TriggerChanges before={changes?.before ?? null} after={draft} />}
        {changes && !isSame && (
          <div>
            <Text size="sm" fw={600}>
              {t("publish.changes", { number: workflow.published_version })}
            </Text>
            <ChangeList {...changes} />
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t(isSame ? "publish.close" : "publish.cancel")}
          </Button>
          {!isSame && (
            <SubmitButton loading={publish.isPending || isStoring}>
              {t(breaks ? "publish.anyway" : "publish.go")}
            </SubmitButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Differences from the published version; null without one, or while loading. */
function useChanges({ id, published_version }: WorkflowSummary) {
  const before = useSide(id, published_version).graph;
  const after = useSide(id, "draft").graph;
  if (!before || !after) return null;
  return { before, after, comparison: compareDocuments(before, after) };
}
