import { Anchor, Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "@/api/client";
import { errorsByField } from "@/api/errors";
import { useSession } from "@/api/queries/session";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { AuthFrame } from "@/features/session/auth-frame";
import classes from "@/features/session/session.module.css";

/** Ask for a link to a new password; the answer is the same whether or not somebody has the address. */
export function ForgotPasswordPage() {
  const { t } = useTranslation("session");
  const session = useSession();
  const form = useForm({
    initialValues: { email: "" },
    validate: { email: (value) => (value.trim() ? null : t("email.missing")) },
  });
  const ask = useMutation({
    mutationFn: api.session.resetPassword,
    onError: (error) => form.setErrors(errorsByField(error)),
  });
  if (!session.data) return null;
  if (!session.data.sends_mail) return <Notice title={t("forgotten.title")} text={t("forgotten.ask")} />;
  if (ask.isSuccess) {
    return (
      <Notice title={t("forgotten.sentTitle")} text={t("forgotten.sent", { email: ask.variables.email })} />
    );
  }
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  return (
    <AuthFrame title={t("forgotten.title")} text={t("forgotten.text")}>
      <form
        className={classes.form}
        onSubmit={form.onSubmit(({ email }) => ask.mutate({ email: email.trim() }))}
        noValidate
      >
        <FormError error={hasFieldErrors ? null : ask.error} />
        <TextInput
          label={t("email.label")}
          type="email"
          autoComplete="email"
          autoFocus
          {...form.getInputProps("email")}
        />
        <SubmitButton loading={ask.isPending} mt={4}>
          {t("forgotten.submit")}
        </SubmitButton>
      </form>
      <p className={classes.below}>
        <Anchor inherit component={Link} to="/sign-in">
          {t("toSignIn")}
        </Anchor>
      </p>
    </AuthFrame>
  );
}

function Notice({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation("session");
  return (
    <AuthFrame title={title} text={text}>
      <Button component={Link} to="/sign-in" variant="default" mt={16} fullWidth>
        {t("toSignIn")}
      </Button>
    </AuthFrame>
  );
}
