import { Modal, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorsByField } from "@/api/errors";
import { ask } from "@/api/http";
import type { TotpOffer } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { FormError } from "@/components/form-error";
import { SubmitButton } from "@/components/submit-button";
import { useSave } from "@/components/use-save";
import classes from "@/features/settings/factors/factors.module.css";

type Props = { offer: TotpOffer; onAdded: (recoveryCodes: string[]) => void; onClose: () => void };

/** Show the key of a new authenticator app, and take the first code of it. */
export function AddApp({ offer, onAdded, onClose }: Props) {
  const { t } = useTranslation("settings");
  const [code, setCode] = useState("");
  const add = useSave(() => ask("post", "/api/account/factors/totp/", { body: { code: code.trim() } }), {
    inPlace: true,
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

/** A QR code as the server laid it out: rows of 1 (dark) and 0 (light). Black on white in both themes, as scanners need it. */
function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const quiet = 4;
  const size = rows.length + 2 * quiet;
  const path = rows
    .flatMap((row, y) =>
      [...row].map((dark, x) => (dark === "1" ? `M${x + quiet} ${y + quiet}h1v1h-1z` : "")),
    )
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
