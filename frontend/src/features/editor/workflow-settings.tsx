/** Settings of the whole workflow: limits, variables, and offering to other agents. */

import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import { AlertRules } from "@/components/alerts/alert-rules";
import { PersistentVariablesEditor } from "@/components/persistent-variables-editor";
import { assignmentsOf } from "@/document/assignments";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";
import classes from "./workflow-settings.module.css";
import { WorkflowSettingsForm } from "./workflow-settings-form";

export function WorkflowSettingsDialog({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("editor");
  const nodes = useDocument((state) => state.nodes);
  const rows = assignmentsOf(nodes).filter(({ owner }) => owner === "workflow");
  const assigned = [...new Set(rows.map(({ name }) => name))];
  const opened = useUi((state) => state.dialog === "settings");
  const close = () => useUi.getState().set({ dialog: null });
  return (
    <Modal opened={opened} onClose={close} title={t("settings.title")} size={620}>
      {workflow.role !== "viewer" && (
        <section className={classes.section}>
          <h3 className={classes.heading}>{t("settings.alerts.title")}</h3>
          <p className={classes.about}>{t("settings.alerts.text")}</p>
          <AlertRules workflow={workflow.id} />
        </section>
      )}
      <PersistentVariablesEditor
        owner="workflow"
        id={workflow.id}
        canEdit={workflow.role !== "viewer"}
        assigned={assigned}
      />
      <WorkflowSettingsForm workflow={workflow} onClose={close} />
    </Modal>
  );
}
