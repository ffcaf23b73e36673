import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { api } from "@/api/client";
import { useSession } from "@/api/queries";
import { queryKeys } from "@/api/query-keys";
import { FormError } from "@/components/form-error";
import { AuthFrame } from "@/features/session/auth-frame";
import { safeNext } from "@/features/session/safe-next";
import classes from "@/features/session/session.module.css";

export function SignInPage() {
  const { t } = useTranslation("session");
  const [params] = useSearchParams();
  const session = useSession();
  const queryClient = useQueryClient();
  const signIn = useMutation({
    mutationFn: api.session.signIn,
    onSuccess: (data) => queryClient.setQueryData(queryKeys.session, data),
    onError: () => form.setFieldValue("password", ""),
  });
  const form = useForm({
    initialValues: { username: "", password: "" },
    validate: {
      username: (value) => (value.trim() ? null : t("username.missing")),
      password: (value) => (value ? null : t("password.missing")),
    },
  });
  if (session.data?.user) return <Navigate to={safeNext(params.get("next"))} replace />;
  if (session.data?.setup_required) return <Navigate to="/setup" replace />;
  return (
    <AuthFrame title={t("signIn.title")}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <FormError error={signIn.error} />
        <TextInput
          label={t("username.label")}
          autoComplete="username"
          autoFocus
          {...form.getInputProps("username")}
        />
        <PasswordInput
          label={t("password.label")}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={signIn.isPending} mt={4}>
          {t("signIn.submit")}
        </Button>
      </form>
    </AuthFrame>
  );
}
