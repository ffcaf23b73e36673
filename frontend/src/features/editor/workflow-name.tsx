import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import type { WorkflowSummary } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useRenameWorkflow } from "@/features/editor/use-rename-workflow";
import { useDocument } from "@/stores/document-store";
import classes from "./editor.module.css";

/** The workflow's name, edited in place. */
export function WorkflowName({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("editor");
  const errorText = useErrorText();
  const readOnly = useDocument((state) => state.readOnly);
  const errorId = useId();
  const [draft, setDraft] = useState(workflow.name);
  useEffect(() => setDraft(workflow.name), [workflow.name]);
  const rename = useRenameWorkflow(workflow.id, (error) => {
    if (errorsByField(error).name) return;
    setDraft(workflow.name);
    notifyFailed(errorText(error));
  });
  const refused = errorsByField(rename.error).name;
  const change = (name: string) => {
    setDraft(name);
    rename.reset();
  };
  const commit = () => {
    const name = draft.trim();
    if (name === "") change(workflow.name);
    else if (name !== workflow.name && !refused) rename.mutate(name);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") change(workflow.name);
    if (event.key === "Enter") event.currentTarget.blur();
  };
  return (
    <div className={classes.name} data-value={draft}>
      <input
        aria-label={t("name")}
        aria-invalid={Boolean(refused)}
        aria-describedby={refused ? errorId : undefined}
        value={draft}
        readOnly={readOnly}
        maxLength={limits.WorkflowPatch.name}
        size={1}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      {refused && (
        <p id={errorId} role="alert" className={classes.nameError}>
          {refused}
        </p>
      )}
    </div>
  );
}
