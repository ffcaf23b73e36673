import { Modal, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { errorsByField } from "@/api/errors";
import type { TotpOffer } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import classes from "@/features/settings/factors/factors.module.css";
import { QrCode } from "@/features/settings/factors/qr-code";

type Props = { offer: TotpOffer; onAdded: (recoveryCodes: string[]) => void; onClose: () => void };

/** Show the key of a new authenticator app, and take the first code of it. */
export function AddApp({ offer, onAdded, onClose }: Props) {
  const { t } = useTranslation("settings");
  const [code, setCode] = useState("");
  const add = useMutation({
    mutationFn: () => api.factors.addApp(code.trim()),
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
  });
  const wrong = errorsByField(add.error).code;
  return (
    <Modal opened title={t("factors.addApp")} size="sm" onClose={onClose} closeOnClickOutside={false}>
      <form
        className={classes.offer}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Text size="sm">{t("factors.scan")}</Text>
        <QrCode rows={offer.qr} label={t("factors.qr")} />
        <p className={classes.key}>
          {t("factors.key")} <code>{offer.secret}</code> <CopyButton text={offer.secret} />
        </p>
        <FormError error={wrong ? null : add.error} />
        <TextInput
          label={t("factors.code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          value={code}
          error={wrong}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <SubmitButton loading={add.isPending} disabled={code.trim() === ""}>
          {t("factors.finish")}
        </SubmitButton>
      </form>
    </Modal>
  );
}
