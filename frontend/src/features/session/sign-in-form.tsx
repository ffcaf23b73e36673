import { PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cacheKey } from "@/api/cache";
import type { Proof } from "@/api/confirmation";
import { ask } from "@/api/http";
import type { Session } from "@/api/types";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import { SecondStepForm } from "@/features/session/second-step";
import classes from "@/features/session/session.module.css";

type Props = {
  /** Missing steps of a sign-in that began before this page was loaded. */
  pending?: readonly Proof[];
  /** Expected user; empty for anybody. */
  username?: string;
  onSignedIn?: (session: Session) => void;
};

/** Sign in with name and password and the second step, without a page around it: also over the page of an ended session. */
export function SignInForm({ pending = [], username = "", onSignedIn }: Props) {
  const { t } = useTranslation("session");
  const queryClient = useQueryClient();
  const [begun, setBegun] = useState<readonly Proof[] | null>(null);
  const finish = (session: Session) => {
    setBegun(session.second_step);
    if (session.second_step.length > 0) return;
    queryClient.setQueryData(cacheKey("/api/session/"), session);
    onSignedIn?.(session);
  };
  const signIn = useSave(
    (body: { username: string; password: string }) => ask("post", "/api/session/", { body }),
    { onSuccess: finish, onError: () => form.setFieldValue("password", "") },
  );
  const form = useForm({
    initialValues: { username, password: "" },
    validate: {
      username: (value) => (value.trim() ? null : t("username.missing")),
      password: (value) => (value ? null : t("password.missing")),
    },
  });
  const proofs = begun ?? pending;
  if (proofs.length > 0) {
    return (
      <SecondStepForm
        proofs={proofs}
        options={async () => (await ask("post", "/api/session/second-step/options/")).options}
        send={async (proof) => finish(await ask("post", "/api/session/second-step/", { body: proof }))}
        submit={t("signIn.submit")}
        cancel={t("second.back")}
        onCancel={() => setBegun([])}
      />
    );
  }
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
