/** The variables that runs keep for later ones, to be looked at and corrected. */

import { Skeleton, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { cacheKey, server } from "@/api/cache";
import { ask, at } from "@/api/http";
import type { Json, JsonObject } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { FormError } from "@/components/form-error";
import { IconButton } from "@/components/icon-button";
import { QueryState } from "@/components/query-list";
import { useSave } from "@/components/use-save";
import { parseTypedJson } from "@/lib/json";
import classes from "./persistent-variables-editor.module.css";

/** Both addresses have the same operations; the types are those of the first. */
const WORKFLOW = "/api/workflows/{workflow_id}/variables/" as const;
const TURN = "/api/turns/{turn_id}/variables/" as unknown as typeof WORKFLOW;
const PLACES = {
  workflow: (id: string) => ({ path: WORKFLOW, init: at({ workflow_id: id }) }),
  conversation: (id: string) => ({
    path: TURN,
    init: at({ turn_id: id } as unknown as { workflow_id: string }),
  }),
} as const;

type Props = {
  owner: "workflow" | "conversation";
  /** Id of the workflow, or of the conversation turn after which the variables are shown. */
  id: string;
  canEdit: boolean;
  /** Names assigned by the graph, shown even without a value. */
  assigned?: readonly string[];
};

export function PersistentVariablesEditor({ owner, id, canEdit, assigned = [] }: Props) {
  const { t } = useTranslation("variables");
  const client = useQueryClient();
  const { path, init } = PLACES[owner](id);
  const query = server.useQuery("get", path, init);
  /** Null forgets a variable; those that are not named stay. */
  const change = useSave((values: JsonObject) => ask("patch", path, { ...init, body: { values } }), {
    inPlace: true,
    onSuccess: (saved) => client.setQueryData(cacheKey(path, init), saved),
  });
  if (!query.isSuccess) return <QueryState query={query} pending={<Skeleton height={60} />} />;
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
          <IconButton icon="trash" label={t("persistent.forgetLabel", { name })} />
        </ConfirmButton>
      )}
    </div>
  );
}
