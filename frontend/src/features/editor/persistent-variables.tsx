/** The variables that the runs of a workflow keep for later ones, to be looked at and corrected. */

import { ActionIcon, Skeleton, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Json, JsonObject } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { ErrorState } from "@/components/error-state";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { parseJson } from "@/lib/json";
import classes from "./workflow-settings.module.css";

type Props = { workflow: string; canEdit: boolean };

export function PersistentVariables({ workflow, canEdit }: Props) {
  const { t } = useTranslation("editor");
  const client = useQueryClient();
  const queryKey = queryKeys.workflowVariables(workflow);
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.workflows.variables(workflow, signal) });
  const change = useMutation({
    mutationFn: (values: JsonObject) => api.workflows.changeVariables(workflow, values),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton height={60} />;
  const rows = Object.entries(query.data.values);
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t("settings.variables.title")}</h3>
      <p className={classes.about}>
        {t(rows.length > 0 ? "settings.variables.text" : "settings.variables.none")}
      </p>
      <FormError error={change.error} />
      {rows.map(([name, value]) => (
        <PersistentVariable
          key={name}
          name={name}
          value={value as Json}
          canEdit={canEdit}
          onChange={(next) => change.mutate({ [name]: next })}
        />
      ))}
    </section>
  );
}

type RowProps = { name: string; value: Json; canEdit: boolean; onChange: (value: Json) => void };

function PersistentVariable({ name, value, canEdit, onChange }: RowProps) {
  const { t } = useTranslation("editor");
  const stored = JSON.stringify(value);
  const [draft, setDraft] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const save = () => {
    if (draft === null || draft === stored) return setDraft(null);
    try {
      onChange(parseJson(draft));
      setDraft(null);
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    save();
  };
  return (
    <div className={classes.variable}>
      <TextInput
        label={name}
        value={draft ?? stored}
        readOnly={!canEdit}
        error={isWrong && t("settings.variables.notJson")}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
      {canEdit && (
        <ConfirmButton
          question={t("settings.variables.question", { name })}
          confirmLabel={t("settings.variables.forget")}
          onConfirm={() => onChange(null)}
        >
          <ActionIcon variant="subtle" aria-label={t("settings.variables.forgetLabel", { name })}>
            <Icon name="trash" />
          </ActionIcon>
        </ConfirmButton>
      )}
    </div>
  );
}
