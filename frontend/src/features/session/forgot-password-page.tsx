import { Anchor, Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ask } from "@/api/http";
import { useSession } from "@/api/session";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
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
  const reset = useSave((body: { email: string }) => ask("post", "/api/account/password/reset/", { body }), {
    form,
  });
  if (!session.data) return null;
  if (!session.data.sends_mail) return <Notice title={t("forgotten.title")} text={t("forgotten.ask")} />;
  if (reset.isSuccess) {
    return (
      <Notice title={t("forgotten.sentTitle")} text={t("forgotten.sent", { email: reset.variables.email })} />
    );
  }
  return (
    <AuthFrame title={t("forgotten.title")} text={t("forgotten.text")}>
      <form
        className={classes.form}
        onSubmit={form.onSubmit(({ email }) => reset.mutate({ email: email.trim() }))}
        noValidate
      >
        <FormError error={reset.formError} />
        <TextInput
          label={t("email.label")}
          type="email"
          autoComplete="email"
          autoFocus
          {...form.getInputProps("email")}
        />
        <SubmitButton loading={reset.isPending} mt={4}>
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
