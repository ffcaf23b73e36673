import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { errorsByField } from "@/api/errors";
import { queryKeys } from "@/api/query-keys";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import { SubmitButton } from "@/components/submit-button";
import classes from "@/features/settings/settings.module.css";
import { useUser } from "@/hooks/use-user";

/** Change where one gets links to a new password. */
export function EmailForm() {
  const { t } = useTranslation("settings");
  const queryClient = useQueryClient();
  const { email } = useUser();
  const form = useForm({
    initialValues: { email },
  });
  const change = useMutation({
    mutationFn: api.session.changeEmail,
    onSuccess: () => {
      notifyDone(t("account.emailChanged"));
      return queryClient.invalidateQueries({ queryKey: queryKeys.session });
    },
    onError: (error) => form.setErrors(errorsByField(error)),
  });
  const hasFieldErrors = Object.keys(form.errors).length > 0;
  const send = (values: typeof form.values) => change.mutate({ email: values.email.trim() });
  return (
    <form className={classes.password} onSubmit={form.onSubmit(send)} noValidate>
      <FormError error={hasFieldErrors ? null : change.error} />
      <TextInput
        label={t("account.email")}
        type="email"
        autoComplete="email"
        {...form.getInputProps("email")}
      />
      <SubmitButton loading={change.isPending}>{t("account.changeEmail")}</SubmitButton>
    </form>
  );
}
