import { Modal, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ask } from "@/api/http";
import * as limits from "@/api/limits.gen";
import { createPasskey } from "@/api/passkeys";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import classes from "@/features/settings/factors/factors.module.css";
import { browserName } from "@/lib/browser-name";

type Props = { onAdded: (recoveryCodes: string[]) => void; onClose: () => void };

/** Name a new passkey, and let the browser make it. */
export function AddPasskey({ onAdded, onClose }: Props) {
  const { t } = useTranslation("settings");
  const [name, setName] = useState(() => {
    const known = browserName(navigator.userAgent);
    return known ? t("account.browser", known) : "";
  });
  const add = useSave(
    async () => {
      const credential = await createPasskey(
        (await ask("post", "/api/account/factors/passkeys/options/")).options,
      );
      return ask("post", "/api/account/factors/passkeys/", { body: { name: name.trim(), credential } });
    },
    { inPlace: true, onSuccess: ({ recovery_codes }) => onAdded(recovery_codes) },
  );
  return (
    <Modal opened title={t("factors.addPasskey")} size="sm" onClose={onClose}>
      <form
        className={classes.offer}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Text size="sm">{t("factors.passkeyText")}</Text>
        {add.error && !(add.error instanceof ApiError) ? (
          <Text size="sm" role="alert">
            {t("factors.passkeyFailed")}
          </Text>
        ) : (
          <FormError error={add.error} />
        )}
        <TextInput
          label={t("factors.passkeyName")}
          maxLength={limits.PasskeyCreate.name}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SubmitButton loading={add.isPending} disabled={name.trim() === ""}>
          {t("factors.create")}
        </SubmitButton>
      </form>
    </Modal>
  );
}
