import { Button, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useSearchParams } from "react-router";
import { ask } from "@/api/http";
import { MIN_PASSWORD_LENGTH, useAccountLink, useSession } from "@/api/session";
import type { SetupDraft } from "@/api/types";
import { FormError } from "@/components/form-error";
import { Icon } from "@/components/icon";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { AuthFrame } from "@/features/session/auth-frame";
import classes from "@/features/session/session.module.css";

/** Page of one-time links: the first administrator's, which the server printed, and those from administrators. */
export function SetupPage() {
  const { t } = useTranslation("session");
  const [params] = useSearchParams();
  const session = useSession();
  const token = params.get("token");
  const isFirst = session.data?.setup_required;
  if (!session.data) return null;
  if (!isFirst && token !== null) return <AccountLinkPage token={token} />;
  if (session.data.user) return <Navigate to="/" replace />;
  if (!isFirst) return <Navigate to="/sign-in" replace />;
  if (token === null) {
    return (
      <AuthFrame title={t("setup.title")} text={t("setup.noToken")}>
        <p className={classes.hint}>
          <Icon name="terminal-2" size={16} />
          <code>Create the first administrator: …/setup?token=…</code>
        </p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("setup.title")} text={t("setup.text")}>
      <SetupForm token={token} submit={t("setup.submit")} username={null} />
    </AuthFrame>
  );
}

/** An invitation, or a link to a new password. */
function AccountLinkPage({ token }: { token: string }) {
  const { t } = useTranslation("session");
  const link = useAccountLink(token);
  if (link.isPending) return null;
  if (link.isError) {
    return (
      <AuthFrame title={t("linkGone.title")}>
        <FormError error={link.error} />
        <Button component={Link} to="/sign-in" variant="default" mt={16} fullWidth>
          {t("toSignIn")}
        </Button>
      </AuthFrame>
    );
  }
  const { username } = link.data;
  const texts = username === null ? "invitation" : "reset";
  return (
    <AuthFrame title={t(`${texts}.title`, { name: username })} text={t(`${texts}.text`)}>
      <SetupForm token={token} submit={t(`${texts}.submit`)} username={username} />
    </AuthFrame>
  );
}

type Props = {
  token: string;
  submit: string;
  /** User of the new password; null for a new account. */
  username: string | null;
};

/** Make an account, or choose a new password, with a one-time link. */
function SetupForm({ token, submit, username }: Props) {
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
