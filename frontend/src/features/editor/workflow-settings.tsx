/** What holds for a workflow as a whole: its limits, its variables, and whether other agents may call it. */

import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { AlertRules } from "@/components/alerts/alert-rules";
import { useUi } from "@/stores/ui-store";
import { PersistentVariables } from "./persistent-variables";
import classes from "./workflow-settings.module.css";
import { WorkflowSettingsForm } from "./workflow-settings-form";

export function WorkflowSettingsDialog({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("editor");
  const editor = useEditor();
  const opened = useUi((state) => state.dialog === "settings");
  const close = () => {
    useUi.getState().set({ dialog: null });
    editor.canvas.focus();
  };
  return (
    <Modal opened={opened} onClose={close} title={t("settings.title")} size={620} returnFocus={false}>
      {workflow.role !== "viewer" && (
        <section className={classes.section}>
          <h3 className={classes.heading}>{t("settings.alerts.title")}</h3>
          <p className={classes.about}>{t("settings.alerts.text")}</p>
          <AlertRules workflow={workflow.id} />
        </section>
      )}
      <PersistentVariables workflow={workflow.id} canEdit={workflow.role !== "viewer"} />
      <WorkflowSettingsForm workflow={workflow} onClose={close} />
    </Modal>
  );
}
