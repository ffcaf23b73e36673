import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Proof } from "@/api/confirmation";
import { ApiError, errorsByField } from "@/api/errors";
import { canUsePasskeys, provePasskey } from "@/api/passkeys";
import type { JsonObject, SecondStep } from "@/api/types";
import { Form } from "@/components/form";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import classes from "@/features/session/session.module.css";

type Props = {
  proofs: readonly Proof[];
  /** Passkey challenge; the server remembers it until the answer. */
  options: () => Promise<JsonObject>;
  send: (proof: SecondStep) => Promise<unknown>;
  submit: string;
  cancel: string;
  onCancel: () => void;
  /** Fields before it, by the messages at them. */
  children?: (errors: Record<string, string>) => ReactNode;
};

/** A code from an authenticator app, a recovery code, or a passkey, with fields of the caller before them. */
export function SecondStepForm({ proofs, options, send, submit, cancel, onCancel, children }: Props) {
  const { t } = useTranslation("session");
  const [code, setCode] = useState("");
  const prove = useSave(
    async (by: "code" | "passkey") =>
      send(by === "code" ? { code: code.trim() } : { credential: await provePasskey(await options()) }),
    { onError: () => setCode("") },
  );
  const asksCode = proofs.includes("code");
  const fields = errorsByField(prove.error);
  const isOwn = prove.error instanceof ApiError;
  return (
    <Form className={classes.form} noValidate onSubmit={() => prove.mutate("code")}>
      {isOwn ? (
        <FormError error={prove.error} atFields={["/code", "/password"]} />
      ) : (
        prove.error && <p role="alert">{t("second.passkeyFailed")}</p>
      )}
      {children?.(fields)}
      {asksCode && (
        <TextInput
          label={t("second.code")}
          description={t("second.codeHelp")}
          autoComplete="one-time-code"
          autoFocus={children === undefined}
          data-autofocus={children === undefined || undefined}
          value={code}
          error={fields.code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <SubmitButton
        loading={prove.isPending && prove.variables === "code"}
        disabled={asksCode && code.trim() === ""}
      >
        {submit}
      </SubmitButton>
      {proofs.includes("passkey") && canUsePasskeys() && (
        <Button
          variant="default"
          loading={prove.isPending && prove.variables === "passkey"}
          onClick={() => prove.mutate("passkey")}
        >
          {t("second.passkey")}
        </Button>
      )}
      <Button variant="subtle" onClick={onCancel}>
        {cancel}
      </Button>
    </Form>
  );
}
