import { PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { Credential, CredentialDraft, FieldError } from "@/api/types";
import { HTTP_KIND, useSaveCredential } from "@/components/credentials/use-save-credential";
import { FormButtons } from "@/components/form-buttons";
import { FormError } from "@/components/form-error";
import classes from "./credentials.module.css";

type Props = { credential: Credential | null; onSaved: (saved: Credential) => void; onClose: () => void };

/** Makes a credential, renames one, or replaces its secret, which nobody can read again. */
export function CredentialForm({ credential, onSaved, onClose }: Props) {
  const { t } = useTranslation("settings");
  const save = useSaveCredential(credential);
  const hasValues = credential === null || credential.kind === HTTP_KIND;
  const form = useForm({
    initialValues: { name: credential?.name ?? "", username: "", secret: "" },
    validate: {
      name: (value) => (value.trim() ? null : t("credentials.nameMissing")),
      secret: (value, { username }) =>
        value || (credential && !username) ? null : t("credentials.secretMissing"),
    },
  });
  const submit = form.onSubmit(({ name, username, secret }) => {
    const values: CredentialDraft["values"] = { secret, ...(username && { username }) };
    save.mutate(
      { name: name.trim(), ...(secret && { values }) },
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
      {hasValues && (
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
