import { PasswordInput, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { useCredentialKinds } from "@/api/queries/settings";
import type { Credential, CredentialDraft, FieldError, JsonObject } from "@/api/types";
import { HTTP_KIND, useSaveCredential } from "@/components/credentials/use-save-credential";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import { fieldErrorsOf } from "@/components/schema-form/field-errors";
import { EMPTY_CONTEXT } from "@/components/schema-form/form-context";
import { useNestedForm } from "@/components/schema-form/nested-form";
import { useLocalText } from "@/i18n/local-text";
import classes from "./credentials.module.css";

type Props = {
  credential: Credential | null;
  draft?: JsonObject | undefined;
  onSaved: (saved: Credential) => void;
  onClose: () => void;
};

/** Makes a credential, renames one, or replaces its secret, which nobody can read again. */
export function CredentialForm({ credential, draft, onSaved, onClose }: Props) {
  const { t } = useTranslation("settings");
  const local = useLocalText();
  const SchemaForm = useNestedForm();
  const save = useSaveCredential(credential);
  const [kind, setKind] = useState(credential?.kind ?? HTTP_KIND);
  const [signing, setSigning] = useState<JsonObject>({});
  const kinds = useCredentialKinds().data ?? [];
  const chosen = kinds.find(({ id }) => id === kind);
  const isPlain = kind === HTTP_KIND;
  const form = useForm({
    initialValues: {
      name: credential?.name ?? "",
      username: String(draft?.username ?? ""),
      secret: String(draft?.secret ?? ""),
    },
    validate: {
      name: (value) => (value.trim() ? null : t("credentials.nameMissing")),
      secret: (value, { username }) =>
        !isPlain || value || (credential && !username) ? null : t("credentials.secretMissing"),
    },
  });
  const submit = form.onSubmit(({ name, username, secret }) => {
    const values: CredentialDraft["values"] = isPlain ? { secret, ...(username && { username }) } : signing;
    const hasValues = isPlain ? secret !== "" : chosen && (!credential || Object.keys(signing).length > 0);
    save.mutate(
      { name: name.trim(), kind, ...(hasValues && { values }) },
      { onSuccess: onSaved, onError: (error) => form.setErrors(messages(error)) },
    );
  });
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormError error={hasFieldErrors ? null : save.error} />
      <TextInput
        label={t("credentials.name")}
        data-autofocus
        maxLength={200}
        {...form.getInputProps("name")}
      />
      {credential === null && kinds.length > 0 && (
        <Select
          label={t("credentials.type")}
          description={chosen ? local(chosen.help) : t("credentials.plainHelp")}
          data={[
            { value: HTTP_KIND, label: t("credentials.plain") },
            ...kinds.map(({ id, title }) => ({ value: id, label: local(title) })),
          ]}
          value={kind}
          allowDeselect={false}
          onChange={(next) => {
            setKind(next ?? HTTP_KIND);
            setSigning({});
            save.reset();
          }}
        />
      )}
      {chosen && (
        <SchemaForm
          schema={chosen.values_schema}
          value={signing}
          onChange={setSigning}
          errors={fieldErrorsOf(save.error instanceof ApiError ? save.error.errors : [], "/values")}
          context={EMPTY_CONTEXT}
        />
      )}
      {isPlain && (
        <>
          <TextInput
            label={t("credentials.username")}
            description={t("credentials.usernameHelp")}
            autoComplete="off"
            {...form.getInputProps("username")}
          />
          <PasswordInput
            label={t("credentials.secret")}
            description={t(credential ? "credentials.secretKept" : "credentials.secretHelp")}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": t("credentials.showSecret") }}
            {...form.getInputProps("secret")}
          />
        </>
      )}
      <FormButtons submit={credential ? "save" : "create"} loading={save.isPending} onCancel={onClose} />
    </form>
  );
}

/** The server names the value, the form has it as a field of its own. */
function messages(error: unknown): Record<string, string> {
  const errors: FieldError[] = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(
    errors.map(({ pointer, message }) => [pointer.replace(/^\/(values\/)?/, ""), message]),
  );
}
