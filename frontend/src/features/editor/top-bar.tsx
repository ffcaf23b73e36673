/** The bar of the editor: where one is, whether it is saved, what is wrong, publish and run. */

import { ActionIcon, Button, Tooltip, VisuallyHidden } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useShallow } from "zustand/react/shallow";
import { useRefresh } from "@/api/cache";
import type { WorkflowSummary } from "@/api/types";
import { CommandButton } from "@/components/command-button";
import labels from "@/components/command-button.module.css";
import { Icon } from "@/components/icon";
import { lazyComponent } from "@/components/lazy-component";
import { SaveStateLabel } from "@/components/save-state";
import classes from "@/features/editor/editor.module.css";
import { RunBar } from "@/features/editor/runbar/run-bar";
import { RunStatus } from "@/features/editor/runbar/run-status";
import type { RunActions } from "@/features/editor/runbar/use-run-actions";
import { WorkflowName } from "@/features/editor/workflow-name";
import { useProblems } from "@/hooks/use-problems";
import { useDocument, useDocumentStore } from "@/stores/document-store";
import { usePresence } from "@/stores/presence-store";
import { openNode, useUi } from "@/stores/ui-store";

const ASK_AFTER_MS = 800;

const CollaboratorFaces = lazyComponent(async () => (await import("./collaborator-faces")).CollaboratorFaces);

type Props = { workflow: WorkflowSummary; actions: RunActions };

export function TopBar({ workflow, actions }: Props) {
  const { t } = useTranslation("editor");
  const readOnly = useDocument((state) => state.readOnly);
  return (
    <header className={`${classes.bar} fl-bar`}>
      <Tooltip label={t("back")}>
        <ActionIcon component={Link} to="/workflows" color="gray" aria-label={t("back")}>
          <Icon name="arrow-left" size={17} />
        </ActionIcon>
      </Tooltip>
      {!readOnly && (
        <span className={classes.wide}>
          <CommandButton id="toggle-palette" />
        </span>
      )}
      <VisuallyHidden component="h1">{workflow.name}</VisuallyHidden>
      <WorkflowName workflow={workflow} />
      <WorkflowSaveState />
      <span className={classes.space} />
      <Collaborators />
      <RunStatus onClear={actions.clear} />
      {!readOnly && (
        <span className={classes.wide}>
          <CommandButton id="workflow-settings" label={t("label.settings")} />
        </span>
      )}
      <Tooltip label={t("tests")}>
        <ActionIcon
          component={Link}
          to={`/workflows/${workflow.id}/tests`}
          color="gray"
          aria-label={t("tests")}
          className={labels.labelled}
        >
          <Icon name="checkbox" size={16} />
          <span className={labels.label}>{t("label.tests")}</span>
        </ActionIcon>
      </Tooltip>
      <CommandButton id="command-palette" label={t("label.find")} />
      <ProblemsButton />
      <span className={classes.wide}>
        <CommandButton id="comments" label={t("label.comments")} />
        <CommandButton id="versions" label={t("label.versions")} />
      </span>
      {!readOnly && <PublishButton workflow={workflow} />}
      {!readOnly && <RunBar actions={actions} />}
    </header>
  );
}

/** Other users who have this workflow open. */
function Collaborators() {
  const people = usePresence(
    useShallow((state) => [
      ...new Set(Object.values(state.others).map(({ user, name }) => `${user}\n${name}`)),
    ]),
  ).map((person) => person.split("\n"));
  return people.length > 0 && <CollaboratorFaces people={people} />;
}

/** Problem count that opens the list; hidden if there are no problems. */
function ProblemsButton() {
  const { t } = useTranslation("editor");
  const problems = useProblems();
  const set = useUi((state) => state.set);
  if (problems.length === 0) return null;
  const hasErrors = problems.some(({ severity }) => severity === "error");
  const label = t("problems", { count: problems.length });
  return (
    <Tooltip label={label}>
      <Button
        size="xs"
        variant="subtle"
        px={8}
        aria-label={label}
        className={classes.problems}
        data-severity={hasErrors ? "error" : "warning"}
        leftSection={<Icon name={hasErrors ? "alert-circle" : "alert-triangle"} size={15} />}
        onClick={() => set({ dockOpen: true, dockTab: "problems", opening: "dock" })}
      >
        <span className="fl-tabular">{problems.length}</span>
      </Button>
    </Tooltip>
  );
}

/** Publish, and beside it the live version and whether what is stored differs from it. */
function PublishButton({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("editor");
  const isEmpty = useDocument((state) => state.order.length === 0);
  const { published_version: number, unpublished_changes: hasChanges } = workflow;
  useFreshSummary(workflow);
  const hint =
    number === null ? t("publishHint") : t(hasChanges ? "publishChanges" : "publishedAs", { number });
  return (
    <>
      <span className={classes.published}>
        {number === null ? t("notPublished") : t(hasChanges ? "liveChanged" : "live", { number })}
      </span>
      <Tooltip label={hint}>
        <Button
          size="xs"
          variant="default"
          disabled={isEmpty}
          aria-description={hint}
          onClick={() => useUi.getState().set({ dialog: "publish" })}
        >
          {t("publish")}
        </Button>
      </Tooltip>
    </>
  );
}

/** Asks for the summary again, a moment after the graph was saved by anybody. */
function useFreshSummary({ id, revision: known }: WorkflowSummary): void {
  const refresh = useRefresh();
  const revision = useDocument((state) => state.revision);
  useEffect(() => {
    if (revision <= known) return;
    const timer = setTimeout(() => {
      void refresh(`/api/workflows/${id}/`);
    }, ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [refresh, id, revision, known]);
}

function WorkflowSaveState() {
  const { t } = useTranslation("editor");
  const store = useDocumentStore();
  const state = useDocument((document) => (document.conflicts.length > 0 ? "conflict" : document.saveState));
  const readOnly = useDocument((document) => document.readOnly);
  if (readOnly) return <span className={classes.readOnly}>{t("readOnly")}</span>;
  const showFault = () => {
    const { fieldErrors, conflicts, nodes } = store.getState();
    const [conflict] = conflicts;
    if (conflict) {
      if (nodes[conflict.node]) openNode(conflict.node, "settings");
      return;
    }
    const [key] = Object.keys(fieldErrors);
    if (key) openNode(key, "settings", Object.keys(fieldErrors[key] ?? {})[0] ?? null);
  };
  return <SaveStateLabel state={state} onShowFault={showFault} />;
}
