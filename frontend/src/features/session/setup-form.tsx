import { Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { ask } from "@/api/http";
import { MIN_PASSWORD_LENGTH } from "@/api/session";
import type { SetupDraft } from "@/api/types";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import classes from "@/features/session/session.module.css";

type Props = {
  token: string;
  submit: string;
  /** User of the new password; null for a new account. */
  username: string | null;
};

/** Make an account, or choose a new password, with a one-time link. */
export function SetupForm({ token, submit, username }: Props) {
  const { t } = useTranslation("session");
  const isNew = username === null;
  const form = useForm({
    initialValues: { username: username ?? "", email: "", password: "", end_tokens: !isNew },
    validate: {
      username: (value) => (value.trim() ? null : t("username.missing")),
      password: (value) =>
        value.length < MIN_PASSWORD_LENGTH ? t("password.tooShort", { count: MIN_PASSWORD_LENGTH }) : null,
    },
  });
  const setUp = useSave((body: SetupDraft) => ask("post", "/api/setup/", { body }), {
    form,
    // As a new page: somebody else may have been signed in here.
    onSuccess: () => window.location.replace("/"),
  });
  const send = ({ username, email, password, end_tokens }: typeof form.values) =>
    setUp.mutate(
      isNew ? { token, username, email: email.trim(), password } : { token, password, end_tokens },
    );
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send)} noValidate>
      <FormError error={setUp.formError} />
      <TextInput
        label={t("username.label")}
        description={isNew && t("username.rule")}
        autoComplete="username"
        autoFocus={isNew}
        readOnly={!isNew}
        {...form.getInputProps("username")}
      />
      {isNew && (
        <TextInput
          label={t("email.optional")}
          description={t("email.purpose")}
          type="email"
          autoComplete="email"
          {...form.getInputProps("email")}
        />
      )}
      <PasswordInput
        label={t("password.label")}
        description={t("password.rule", { count: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
        autoFocus={!isNew}
        visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
        {...form.getInputProps("password")}
      />
      {!isNew && (
        <Checkbox label={t("reset.endTokens")} {...form.getInputProps("end_tokens", { type: "checkbox" })} />
      )}
      <SubmitButton loading={setUp.isPending} mt={4}>
        {submit}
      </SubmitButton>
    </form>
  );
}
