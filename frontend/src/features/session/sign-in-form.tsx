import { PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { Session } from "@/api/types";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import classes from "@/features/session/session.module.css";

type Props = {
  /** Who is expected to sign in; empty for anybody. */
  username?: string;
  onSignedIn?: (session: Session) => void;
};

/** Sign in with name and password, without a page around it: also over the page of an ended session. */
export function SignInForm({ username = "", onSignedIn }: Props) {
  const { t } = useTranslation("session");
  const queryClient = useQueryClient();
  const signIn = useMutation({
    mutationFn: api.session.signIn,
    onSuccess: (session) => {
      queryClient.setQueryData(queryKeys.session, session);
      onSignedIn?.(session);
    },
    onError: () => form.setFieldValue("password", ""),
  });
  const form = useForm({
    initialValues: { username, password: "" },
    validate: {
      username: (value) => (value.trim() ? null : t("username.missing")),
      password: (value) => (value ? null : t("password.missing")),
    },
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
      <FormError error={signIn.error} />
      <TextInput
        label={t("username.label")}
        autoComplete="username"
        data-autofocus={username === "" || undefined}
        autoFocus={username === ""}
        {...form.getInputProps("username")}
      />
      <PasswordInput
        label={t("password.label")}
        autoComplete="current-password"
        data-autofocus={username !== "" || undefined}
        autoFocus={username !== ""}
        visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
        {...form.getInputProps("password")}
      />
      <SubmitButton loading={signIn.isPending} mt={4}>
        {t("signIn.submit")}
      </SubmitButton>
    </form>
  );
}
