/** The bar of the editor: where one is, whether it is saved, what is wrong, publish and run. */

import { ActionIcon, Tooltip, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { WorkflowSummary } from "@/api/types";
import { CommandButton } from "@/components/command-button";
import { Icon } from "@/components/icon";
import { RunBar } from "@/features/editor/runbar/run-bar";
import { RunStatus } from "@/features/editor/runbar/run-status";
import type { RunActions } from "@/features/editor/runbar/use-run-actions";
import { useDocument } from "@/stores/document-store";
import { Collaborators } from "./collaborators";
import classes from "./editor.module.css";
import { ProblemsButton } from "./problems-button";
import { PublishButton } from "./publish-button";
import { WorkflowName } from "./workflow-name";
import { WorkflowSaveState } from "./workflow-save-state";

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
          <CommandButton id="workflow-settings" />
        </span>
      )}
      <Tooltip label={t("tests")}>
        <ActionIcon
          component={Link}
          to={`/workflows/${workflow.id}/tests`}
          color="gray"
          aria-label={t("tests")}
        >
          <Icon name="checkbox" size={16} />
        </ActionIcon>
      </Tooltip>
      <CommandButton id="command-palette" />
      <ProblemsButton />
      <span className={classes.wide}>
        <CommandButton id="comments" />
        <CommandButton id="versions" />
      </span>
      {!readOnly && <PublishButton workflow={workflow} />}
      {!readOnly && <RunBar actions={actions} />}
    </header>
  );
}
