/** The variables that runs keep for later ones, to be looked at and corrected. */

import { ActionIcon, Skeleton, TextInput } from "@mantine/core";
import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json, JsonObject, PersistentVariables } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { ErrorState } from "@/components/error-state";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { parseTypedJson } from "@/lib/json";
import classes from "./persistent-variables-editor.module.css";

type Props = {
  /** Owner of the values. */
  owner: "workflow" | "conversation";
  queryKey: QueryKey;
  load: (signal: AbortSignal) => Promise<PersistentVariables>;
  /** Null forgets a variable; those that are not named stay. */
  save: (changes: JsonObject) => Promise<PersistentVariables>;
  canEdit: boolean;
  /** Names assigned by the graph, shown even without a value. */
  assigned?: readonly string[];
};

export function PersistentVariablesEditor({ owner, queryKey, load, save, canEdit, assigned = [] }: Props) {
  const { t } = useTranslation("variables");
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) });
  const change = useMutation({
    mutationFn: save,
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton height={60} />;
  const rows = Object.entries(query.data.values);
  const unset = assigned.filter((name) => !(name in query.data.values));
  const text = rows.length + unset.length > 0 ? "text" : "none";
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t(`persistent.${owner}.title`)}</h3>
      <p className={classes.about}>{t(`persistent.${owner}.${text}`)}</p>
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
      {unset.length > 0 && (
        <p className={classes.about}>{t("persistent.unset", { names: unset.join(", ") })}</p>
      )}
    </section>
  );
}

type RowProps = { name: string; value: Json; canEdit: boolean; onChange: (value: Json) => void };

function PersistentVariable({ name, value, canEdit, onChange }: RowProps) {
  const { t } = useTranslation("variables");
  const stored = JSON.stringify(value);
  const [draft, setDraft] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const save = () => {
    if (draft === null || draft === stored) return setDraft(null);
    try {
      onChange(parseTypedJson(draft));
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
        error={isWrong && t("persistent.notJson")}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
      {canEdit && (
        <ConfirmButton
          question={t("persistent.question", { name })}
          confirmLabel={t("persistent.forget")}
          onConfirm={() => onChange(null)}
        >
          <ActionIcon variant="subtle" aria-label={t("persistent.forgetLabel", { name })}>
            <Icon name="trash" />
          </ActionIcon>
        </ConfirmButton>
      )}
    </div>
  );
}
