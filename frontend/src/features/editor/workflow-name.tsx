import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { errorsByField } from "@/api/errors";
import { ask, at } from "@/api/http";
import * as limits from "@/api/limits.gen";
import type { WorkflowSummary } from "@/api/types";
import { WORKFLOW_LISTS, workflowQuery } from "@/api/workflows";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";
import { useDocument } from "@/stores/document-store";
import classes from "./editor.module.css";

/** The workflow's name, edited in place. */
export function WorkflowName({ workflow }: { workflow: WorkflowSummary }) {
  const { t } = useTranslation("editor");
  const client = useQueryClient();
  const refresh = useRefresh();
  const errorText = useErrorText();
  const readOnly = useDocument((state) => state.readOnly);
  const errorId = useId();
  const [draft, setDraft] = useState(workflow.name);
  useEffect(() => setDraft(workflow.name), [workflow.name]);
  const rename = useSave(
    (name: string) =>
      ask("patch", "/api/workflows/{workflow_id}/", { ...at({ workflow_id: workflow.id }), body: { name } }),
    {
      onSuccess: (saved) => {
        client.setQueryData(workflowQuery(workflow.id).queryKey, saved);
        void refresh(...WORKFLOW_LISTS);
      },
      onError: (error) => {
        if (errorsByField(error).name) return;
        setDraft(workflow.name);
        notifyFailed(errorText(error));
      },
    },
  );
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
