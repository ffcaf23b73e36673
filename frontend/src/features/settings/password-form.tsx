import { Checkbox, PasswordInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask } from "@/api/http";
import { MIN_PASSWORD_LENGTH } from "@/api/session";
import type { PasswordChange } from "@/api/types";
import { FormError } from "@/components/form-error";
import { notifyDone } from "@/components/notify";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import classes from "@/features/settings/settings.module.css";
import { useUser } from "@/hooks/use-user";

const EMPTY = { current_password: "", new_password: "", end_tokens: false };

/** Change one's own password. */
export function PasswordForm() {
  const { t } = useTranslation("settings");
  const refresh = useRefresh();
  const { username } = useUser();
  const rule = t("account.rule", { count: MIN_PASSWORD_LENGTH });
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      current_password: (value) => (value ? null : t("account.currentMissing")),
      new_password: (value) => (value.length < MIN_PASSWORD_LENGTH ? rule : null),
    },
  });
  const change = useSave((body: PasswordChange) => ask("post", "/api/account/password/", { body }), {
    form,
    onSuccess: () => {
      form.reset();
      notifyDone(t("account.changed"));
      void refresh("/api/tokens/");
      return refresh("/api/account/sessions/");
    },
  });
  const toggle = { "aria-label": t("account.show") };
  return (
    <form className={classes.password} onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <FormError error={change.formError} />
      {/* So that password managers know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        label={t("account.current")}
        autoComplete="current-password"
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps("current_password")}
      />
      <PasswordInput
        label={t("account.new")}
        description={rule}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps("new_password")}
      />
      <Checkbox
        label={t("account.endTokens")}
        description={t("account.endTokensHelp")}
        {...form.getInputProps("end_tokens", { type: "checkbox" })}
      />
      <SubmitButton loading={change.isPending}>{t("account.change")}</SubmitButton>
    </form>
  );
}
