import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRefresh } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { ask, at } from "@/api/http";
import type { InterfaceCaller, NodeTypeInfo, WorkflowInterface, WorkflowSummary } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { LABELS } from "@/commands/labels";
import { ChangeList } from "@/components/field-diff/change-list";
import { Icon } from "@/components/icon";
import { notifyDone, notifyFailed } from "@/components/notify";
import { pressedOnly } from "@/components/pressed-only";
import { QueryState } from "@/components/query-list";
import { SubmitButton } from "@/components/submit-button";
import triggerClasses from "@/components/triggers/triggers.module.css";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";
import { addNode } from "@/document/add-node";
import { compareDocuments, isSameContent } from "@/document/compare";
import { triggersOf } from "@/document/off-the-path";
import { EMPTY_DOCUMENT, type GraphDocument, type NodeTypeIndex } from "@/document/types";
import { OfferedTriggers } from "@/features/editor/triggers/offered-triggers";
import { UseTriggers } from "@/features/editor/use-it/use-triggers";
import { useSide } from "@/features/editor/versions/side";
import { VersionTextFields } from "@/features/editor/versions/version-texts";
import classes from "@/features/editor/versions/versions.module.css";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { useLocalText } from "@/i18n/local-text";
import { isEqualJson } from "@/lib/equal-json";
import type { Autosave } from "@/stores/autosave";
import { useDocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

/** Publish the draft: what changes, whom it breaks, what to call it. */

const ADDRESSES: Record<InterfaceCaller["kind"], (id: string) => string> = {
  agent: (id) => `/agents/${id}`,
  workflow: (id) => `/workflows/${id}`,
  trigger: (id) => `/workflows/${id}`,
  mcp: (id) => `/workflows/${id}`,
  token: () => "/settings/tokens",
};

type Props = { workflow: WorkflowSummary; autosave: () => Autosave | null };

const close = () => useUi.getState().set({ dialog: null });

export function PublishDialog({ workflow, autosave }: Props) {
  const { t } = useTranslation("versions");
  const document = useDocumentStore();
  const [published, setPublished] = useState<number | null>(null);
  const query = useQuery({
    queryKey: ["publishing", workflow.id],
    queryFn: async () => {
      await autosave()?.flush();
      const isSaved = document.getState().saveState === "saved";
      return isSaved
        ? {
            report: await ask(
              "get",
              "/api/workflows/{workflow_id}/interface/",
              at({ workflow_id: workflow.id }),
            ),
          }
        : { report: null };
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
      <QueryState query={query} pending={<Skeleton height={180} />} />
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
  const refresh = useRefresh();
  const document = useDocumentStore();
  const [texts, setTexts] = useState({ name: "", note: "" });
  const types = useNodeTypeIndex();
  const changes = useChanges(workflow);
  const draft = useSide(workflow.id, "draft").graph;
  const breaks = report.breaking.length > 0 && report.callers.length + report.foreign_tokens > 0;
  const publish = useSave(
    () =>
      ask("post", "/api/workflows/{workflow_id}/versions/", {
        ...at({ workflow_id: workflow.id }),
        body: { ...texts, revision: document.getState().revision },
      }),
    {
      onSuccess: async ({ number, created }) => {
        notifyDone(t(created ? "publish.done" : "publish.nothingNew", { number }));
        void refresh(`/api/workflows/${workflow.id}/`);
        void refresh(`/api/workflows/${workflow.id}/versions/`);
        void refresh("/api/triggers/");
        await refresh(`/api/workflows/${workflow.id}/triggers/`);
        if (triggersOf(document.getState(), types).some(({ config }) => config.enabled !== false))
          onPublished(number);
        else close();
      },
      onError: (error) => {
        notifyFailed(errorText(error));
        if (error instanceof ApiError && error.code === "graph_changed") void onChanged();
      },
    },
  );
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

/** Breaking changes that publishing would cause, and the callers affected. */
function BreakingChanges({ report }: { report: WorkflowInterface }) {
  const { t } = useTranslation("versions");
  const local = useLocalText();
  const { breaking, callers, foreign_tokens } = report;
  return (
    <Alert color="yellow" icon={<Icon name="alert-triangle" />} title={t("breaks.title")}>
      {t("breaks.changes")}
      <ul className={classes.breaks}>
        {breaking.map((change) => (
          <li key={change.en}>{local(change)}</li>
        ))}
      </ul>
      {t("breaks.callers")}
      <ul className={classes.breaks}>
        {callers.map((caller) => (
          <li key={`${caller.id} ${caller.node}`}>
            <Link to={ADDRESSES[caller.kind](caller.id)} target="_blank">
              {caller.kind === "mcp" ? t("breaks.mcp") : caller.name}
            </Link>
            {(caller.kind === "token" || caller.kind === "trigger") && (
              <span className={classes.quiet}> · {t(`breaks.${caller.kind}`)}</span>
            )}
            {caller.node && <span className={classes.quiet}> · {caller.node}</span>}
          </li>
        ))}
        {foreign_tokens > 0 && <li>{t("breaks.foreignTokens", { count: foreign_tokens })}</li>}
      </ul>
      {t("breaks.advice")}
    </Alert>
  );
}

type UsePublishedProps = { workflow: string; number: number; onClose: () => void };

/** After publishing: where and when the workflow begins now, to copy and to call. */
function UsePublished({ workflow, number, onClose }: UsePublishedProps) {
  const { t } = useTranslation("triggers");
  return (
    <Stack gap="md">
      <Text size="sm">{t("publish.runs", { number })}</Text>
      <UseTriggers workflow={workflow} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t("publish.close")}</Button>
      </Group>
    </Stack>
  );
}

type WithTriggerProps = { draft: GraphDocument; onAdded: () => void };

/** A workflow that nothing starts yet can get a trigger right before it is published. */
function PublishWithTrigger({ draft, onAdded }: WithTriggerProps) {
  const { t } = useTranslation("triggers");
  const editor = useEditor();
  const { document, types, language } = editor;
  if (triggersOf(draft, types).length > 0) return null;
  const add = (type: NodeTypeInfo) => {
    const state = document.getState();
    const added = addNode(state, types, type, null, { language, config: editor.newConfig(type) });
    if (state.applyChanges(added.operations, { label: LABELS.add })) onAdded();
  };
  return (
    <section className={triggerClasses.section} aria-label={t("add.title")}>
      <p className={triggerClasses.quiet}>{t("publish.with")}</p>
      <div className={triggerClasses.row}>
        <OfferedTriggers onPick={add} />
      </div>
    </section>
  );
}

/** Effects of publishing on triggers: those that go live, change or end. */

type Change = "starts" | "changes" | "stays" | "ends" | "off";
type Row = { key: string; name: string; type: string; change: Change };

type TriggerChangesProps = { before: GraphDocument | null; after: GraphDocument };

function TriggerChanges({ before, after }: TriggerChangesProps) {
  const { t } = useTranslation("triggers");
  const types = useNodeTypeIndex();
  const rows = triggerChanges(before ?? EMPTY_DOCUMENT, after, types);
  if (rows.length === 0) return null;
  return (
    <section className={triggerClasses.section} aria-label={t("publish.title")}>
      <h4 className={triggerClasses.title}>{t("publish.title")}</h4>
      <ul className={triggerClasses.list}>
        {rows.map(({ key, name, type, change }) => (
          <li key={key} className={triggerClasses.row}>
            <Icon name={types[type]?.icon ?? "bolt"} size={14} />
            <span>{name}</span>
            <span className={triggerClasses.quiet}>{t(`publish.change.${change}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function triggerChanges(before: GraphDocument, after: GraphDocument, types: NodeTypeIndex): Row[] {
  const isOn = (document: GraphDocument, key: string) =>
    document.nodes[key] !== undefined && document.nodes[key].config.enabled !== false;
  const ended = triggersOf(before, types).filter(({ key }) => isOn(before, key) && !after.nodes[key]);
  const kept = triggersOf(after, types).map(({ key, name, type, config }): Row => {
    const was = isOn(before, key);
    const is = isOn(after, key);
    const isSame = isEqualJson(before.nodes[key]?.config ?? null, config);
    const change = is ? (was ? (isSame ? "stays" : "changes") : "starts") : was ? "ends" : "off";
    return { key, name, type, change };
  });
  return [...kept, ...ended.map(({ key, name, type }): Row => ({ key, name, type, change: "ends" }))];
}
