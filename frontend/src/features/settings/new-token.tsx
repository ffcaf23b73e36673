import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { errorsByField } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import { CopyButton } from "@/components/copy-button";
import { FormError } from "@/components/form-error";
import classes from "@/features/settings/settings.module.css";

/** Create a token; its text is shown here and nowhere else, until the page is left. */
export function NewToken() {
  const { t } = useTranslation("settings");
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const create = useMutation({
    mutationFn: api.tokens.create,
    onSuccess: () => {
      setName("");
      return queryClient.invalidateQueries({ queryKey: queryKeys.tokens });
    },
  });
  const nameError = errorsByField(create.error).name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(name.trim());
  };
  return (
    <>
      <form className={classes.inline} onSubmit={submit}>
        <TextInput
          aria-label={t("tokens.name")}
          placeholder={t("tokens.namePlaceholder")}
          value={name}
          maxLength={100}
          error={nameError}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ""} loading={create.isPending}>
          {t("tokens.create")}
        </Button>
      </form>
      <FormError error={nameError ? null : create.error} />
      {create.data?.token && (
        <div className={classes.secret} role="status">
          <p>{t("tokens.once")}</p>
          <span className={classes.secretText}>
            <code>{create.data.token}</code>
            <CopyButton text={create.data.token} size="md" />
          </span>
        </div>
      )}
    </>
  );
}
