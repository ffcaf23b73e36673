import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { errorsByField } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import { FormError } from "@/components/form-error";
import classes from "@/features/session/session.module.css";

const MIN_PASSWORD_LENGTH = 8;

export function SetupForm({ token }: { token: string }) {
  const { t } = useTranslation("session");
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { username: "", password: "" },
    validate: {
      username: (value) => (value.trim() ? null : t("username.missing")),
      password: (value) =>
        value.length < MIN_PASSWORD_LENGTH ? t("password.tooShort", { count: MIN_PASSWORD_LENGTH }) : null,
    },
  });
  const setUp = useMutation({
    mutationFn: (values: { username: string; password: string }) => api.session.setUp({ token, ...values }),
    onSuccess: (session) => queryClient.setQueryData(queryKeys.session, session),
    onError: (error) => form.setErrors(errorsByField(error)),
  });
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => setUp.mutate(values))} noValidate>
      <FormError error={hasFieldErrors ? null : setUp.error} />
      <TextInput
        label={t("username.label")}
        autoComplete="username"
        autoFocus
        {...form.getInputProps("username")}
      />
      <PasswordInput
        label={t("password.label")}
        description={t("password.rule", { count: MIN_PASSWORD_LENGTH })}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
        {...form.getInputProps("password")}
      />
      <Button type="submit" loading={setUp.isPending} mt={4}>
        {t("setup.submit")}
      </Button>
    </form>
  );
}
