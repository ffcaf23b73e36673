import { PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import type { PublicForm } from "@/api/types";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import classes from "./public-form.module.css";

type Props = { token: string; onOpened: (form: PublicForm, password: string) => void };

/** First page of a form with a password. */
export function FormPassword({ token, onOpened }: Props) {
  const { t } = useTranslation("public-form");
  const [password, setPassword] = useState("");
  const open = useMutation({
    mutationFn: () => api.forms.open(token, password),
    onSuccess: (form) => onOpened(form, password),
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        open.mutate();
      }}
    >
      <PasswordInput
        size="md"
        label={t("password")}
        description={t("passwordHelp")}
        autoComplete="off"
        maxLength={1000}
        visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <FormError error={open.error} />
      <SubmitButton size="md" disabled={password === ""} loading={open.isPending}>
        {t("open")}
      </SubmitButton>
    </form>
  );
}
