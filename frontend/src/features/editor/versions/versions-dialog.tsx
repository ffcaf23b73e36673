/** The versions of a workflow: what each one is, and what differs between any two of them, on the canvas. */

import { Button, Modal, Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import { useVersions } from "@/api/workflows";
import { useEditor } from "@/commands/editor-context";
import { ConfirmButton } from "@/components/confirm-button";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { ChangeList } from "@/components/field-diff/change-list";
import { notifyDone } from "@/components/notify";
import { PageSkeleton } from "@/components/page-skeleton";
import { compareDocuments } from "@/document/compare";
import { diffDocuments } from "@/document/diff";
import { type GraphDocument, type NodeTypeIndex, nodeList } from "@/document/types";
import { CompareCanvas } from "@/features/editor/versions/compare-canvas";
import { RenameVersion } from "@/features/editor/versions/rename-version";
import { type Side, useSide } from "@/features/editor/versions/side";
import { VersionList } from "@/features/editor/versions/version-list";
import { CompareRuns, RunVersion } from "@/features/editor/versions/version-runs";
import classes from "@/features/editor/versions/versions.module.css";
import { useNodeTypeIndex } from "@/hooks/use-node-type-index";
import { isEqualJson } from "@/lib/equal-json";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

type Props = { workflow: WorkflowSummary };

export function VersionsDialog({ workflow }: Props) {
  const { t } = useTranslation("versions");
  const close = () => useUi.getState().set({ dialog: null });
  return (
    <Modal
      opened
      fullScreen
      onClose={close}
      title={t("title")}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.dialog ?? "", body: classes.body ?? "" }}
    >
      {workflow.published_version === null ? (
        <EmptyState icon="git-commit" title={t("none")} text={t("noneText")} />
      ) : (
        <Versions workflow={workflow} newest={workflow.published_version} onClose={close} />
      )}
    </Modal>
  );
}

function Versions({ workflow, newest, onClose }: Props & { newest: number; onClose: () => void }) {
  const [shown, setShown] = useState<Side>("draft");
  const [chosen, setChosen] = useState<Side | null>(null);
  const base = chosen ?? (shown === "draft" ? newest : "draft");
  const after = useSide(workflow.id, shown);
  const before = useSide(workflow.id, base);
  const show = (side: Side) => {
    setShown(side);
    setChosen(null);
    useUi.getState().select([]);
  };
  const error = after.error ?? before.error;
  return (
    <>
      <aside className={classes.side}>
        <VersionList workflow={workflow} shown={shown} onShow={show} />
      </aside>
      {error ? (
        <ErrorState error={error} />
      ) : after.graph && before.graph ? (
        <Compared
          workflow={workflow}
          shown={shown}
          base={base}
          after={after.graph}
          before={before.graph}
          onBase={setChosen}
          onClose={onClose}
        />
      ) : (
        <PageSkeleton rows={4} />
      )}
    </>
  );
}

type ComparedProps = {
  workflow: WorkflowSummary;
  shown: Side;
  base: Side;
  after: GraphDocument;
  before: GraphDocument;
  onBase: (side: Side) => void;
  onClose: () => void;
};

function Compared({ workflow, shown, base, after, before, onBase, onClose }: ComparedProps) {
  const { t } = useTranslation("versions");
  const comparison = useMemo(() => compareDocuments(before, after), [before, after]);
  return (
    <>
      <div className={classes.canvas}>
        <CompareCanvas before={before} after={after} comparison={comparison} viewKey={`${base} ${shown}`} />
      </div>
      <section className={classes.side} aria-label={t("changes")}>
        <ShownVersion workflow={workflow} shown={shown} graph={after} onClose={onClose} />
        <BaseSelect workflow={workflow} shown={shown} base={base} onBase={onBase} />
        <CompareRuns workflowId={workflow.id} before={base} after={shown} />
        <ChangeList comparison={comparison} before={before} after={after} />
      </section>
    </>
  );
}

type ShownProps = Pick<ComparedProps, "workflow" | "shown" | "onClose"> & { graph: GraphDocument };

function ShownVersion({ workflow, shown, graph, onClose }: ShownProps) {
  const { t } = useTranslation("versions");
  const readOnly = useDocument((state) => state.readOnly);
  const draft = useSide(workflow.id, "draft").graph;
  const version = useVersions(workflow.id)
    .data?.pages.flatMap((page) => page.results)
    .find(({ number }) => number === shown);
  if (shown === "draft") return <h2 className={classes.heading}>{t("draft")}</h2>;
  return (
    <>
      <h2 className={classes.heading}>{version?.name || t("version", { number: shown })}</h2>
      {!readOnly && draft && (
        <div className={classes.actions}>
          <RestoreVersion number={shown} draft={draft} graph={graph} onDone={onClose} />
          <RunVersion workflowId={workflow.id} number={shown} graph={graph} />
          {version && <RenameVersion workflowId={workflow.id} version={version} />}
        </div>
      )}
      {version?.note && <p className={classes.wholeNote}>{version.note}</p>}
    </>
  );
}

type BaseProps = Pick<ComparedProps, "workflow" | "shown" | "base" | "onBase">;

function BaseSelect({ workflow, shown, base, onBase }: BaseProps) {
  const { t } = useTranslation("versions");
  const versions = useVersions(workflow.id).data?.pages.flatMap((page) => page.results) ?? [];
  const choices = [
    { value: "draft", label: t("draft") },
    ...versions.map(({ number, name }) => ({
      value: String(number),
      label: name ? `${number} · ${name}` : t("version", { number }),
    })),
  ].filter(({ value }) => value !== String(shown));
  return (
    <Select
      size="xs"
      searchable
      allowDeselect={false}
      label={t("comparedWith")}
      data={choices}
      value={String(base)}
      onChange={(value) => value !== null && onBase(value === "draft" ? "draft" : Number(value))}
    />
  );
}

type RestoreVersionProps = { number: number; draft: GraphDocument; graph: GraphDocument; onDone: () => void };

/** Make a version the draft by ordinary edits: one undo takes it back, and others see it like any other edit. */
function RestoreVersion({ number, draft, graph, onDone }: RestoreVersionProps) {
  const { t } = useTranslation("versions");
  const { document } = useEditor();
  const unknown = unknownTypes(draft, graph, useNodeTypeIndex());
  const restore = () => {
    const operations = diffDocuments(document.getState(), graph);
    const label = { key: "commands:edit.restoreVersion", values: { number } };
    if (document.getState().applyChanges(operations, { label })) notifyDone(t("restored", { number }));
    onDone();
  };
  const isSame = diffDocuments(draft, graph).length === 0;
  const button = (
    <Button size="xs" disabled={isSame || unknown.length > 0}>
      {t("restore")}
    </Button>
  );
  return (
    <>
      <ConfirmButton
        question={t("restoreQuestion", { number })}
        confirmLabel={t("restore")}
        onConfirm={restore}
      >
        {button}
      </ConfirmButton>
      {unknown.length > 0 && <p role="note">{t("unknownTypes", { types: unknown.join(", ") })}</p>}
    </>
  );
}

/** Types of nodes that the server would refuse, because it no longer has them. */
function unknownTypes(draft: GraphDocument, graph: GraphDocument, types: NodeTypeIndex): string[] {
  const written = nodeList(graph).filter((node) => !isEqualJson(draft.nodes[node.key], node));
  return [...new Set(written.map(({ type }) => type))].filter((type) => !types[type]);
}
