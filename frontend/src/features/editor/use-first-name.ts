import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import { firstStep } from "@/document/first-step";
import { useRenameWorkflow } from "@/features/editor/use-rename-workflow";
import type { DocumentStore } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

/** Name a new workflow when a person gives it its first step: by the words that asked for it, else after the step. */
export function useFirstName(document: DocumentStore, { id, name }: WorkflowSummary): void {
  const { t } = useTranslation("workflows");
  const { mutate: rename } = useRenameWorkflow(id);
  const isUnnamed = name === t("new.defaultName");
  useEffect(() => {
    if (!isUnnamed) return;
    return document.subscribe((now, before) => {
      const isEdit = now.history.past.length > before.history.past.length;
      if (!isEdit || firstStep(before, before.types)) return;
      const step = firstStep(now, now.types);
      if (step) rename(useUi.getState().wishedName ?? step.name);
    });
  }, [document, isUnnamed, rename]);
}
