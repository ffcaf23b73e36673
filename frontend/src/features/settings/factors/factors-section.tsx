import { Button, Group, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { canUsePasskeys } from "@/api/passkeys";
import { useFactors } from "@/api/session";
import type { Factor, TotpOffer } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyButton } from "@/components/copy-button";
import { notifyFailed } from "@/components/notify";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { Section } from "@/components/section";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";
import { AddApp } from "@/features/settings/factors/add-app";
import { AddPasskey } from "@/features/settings/factors/add-passkey";
import classes from "@/features/settings/factors/factors.module.css";
import settings from "@/features/settings/settings.module.css";

/** One's second factors: what is set up, and what can be added. */
export function FactorsSection() {
  const { t } = useTranslation("settings");
  const refresh = useRefresh();
  const errorText = useErrorText();
  const factors = useFactors();
  const [offer, setOffer] = useState<TotpOffer | null>(null);
  const [addsPasskey, setAddsPasskey] = useState(false);
  const [codes, setCodes] = useState<string[]>([]);
  const onError = (error: unknown) => notifyFailed(errorText(error));
  const offerApp = useSave(() => ask("post", "/api/account/factors/totp/offer/"), {
    onSuccess: setOffer,
    onError,
  });
  const remove = useSave(
    (id: number) => ask("delete", "/api/account/factors/{factor_id}/", at({ factor_id: id })),
    { refreshes: ["/api/account/factors/"], done: t("factors.removed"), onError },
  );
  const renew = useSave(() => ask("post", "/api/account/factors/recovery-codes/"), {
    onSuccess: ({ recovery_codes }) => {
      setCodes(recovery_codes);
      return refresh("/api/account/factors/");
    },
    onError,
  });
  const added = (recoveryCodes: string[]) => {
    setOffer(null);
    setAddsPasskey(false);
    setCodes(recoveryCodes);
    void refresh("/api/account/factors/");
  };
  if (!factors.isSuccess) return <QueryState query={factors} pending={<PageSkeleton rows={1} />} />;
  const { factors: rows, recovery_codes_left: left, allows_passkeys } = factors.data;
  const hasApp = rows.some(({ kind }) => kind === "totp");
  const canAddPasskey = allows_passkeys && canUsePasskeys();
  return (
    <Section title={t("factors.title")} text={t("factors.text")}>
      {rows.length === 0 ? (
        <p className={classes.state}>{t("factors.none")}</p>
      ) : (
        <ul className={settings.list}>
          {rows.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              isLast={rows.length === 1}
              isBusy={remove.isPending && remove.variables === factor.id}
              onRemove={() => remove.mutate(factor.id)}
            />
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        {!hasApp && (
          <Button
            size="xs"
            variant="default"
            // Keys that come before the answer wait for the dialog.
            aria-haspopup="dialog"
            loading={offerApp.isPending}
            onClick={() => offerApp.mutate()}
          >
            {t("factors.addApp")}
          </Button>
        )}
        {canAddPasskey && (
          <Button size="xs" variant="default" onClick={() => setAddsPasskey(true)}>
            {t("factors.addPasskey")}
          </Button>
        )}
        {rows.length > 0 && (
          <ConfirmButton
            question={t("factors.codesNewQuestion")}
            confirmLabel={t("factors.codesNew")}
            onConfirm={() => renew.mutate()}
          >
            <Button size="xs" variant="default" loading={renew.isPending}>
              {t("factors.codesNew")}
            </Button>
          </ConfirmButton>
        )}
        {rows.length > 0 && <p className={classes.state}>{t("factors.codesLeft", { count: left })}</p>}
        {!canAddPasskey && <p className={classes.state}>{t("factors.passkeysImpossible")}</p>}
      </div>
      {offer && <AddApp offer={offer} onAdded={added} onClose={() => setOffer(null)} />}
      {addsPasskey && <AddPasskey onAdded={added} onClose={() => setAddsPasskey(false)} />}
      {codes.length > 0 && <NewRecoveryCodes codes={codes} onClose={() => setCodes([])} />}
    </Section>
  );
}

type Props = { factor: Factor; isLast: boolean; isBusy: boolean; onRemove: () => void };

function FactorRow({ factor, isLast, isBusy, onRemove }: Props) {
  const { t } = useTranslation("settings");
  const name = factor.name || t("factors.app");
  return (
    <li className={settings.item}>
      <div className={settings.row}>
        <div className={settings.rowText}>
          <p className={settings.rowName}>{name}</p>
          <p className={settings.rowAbout}>
            {t("factors.added")} <RelativeTime iso={factor.created_at} />
            {factor.last_used_at && (
              <>
                {" · "}
                {t("factors.used")} <RelativeTime iso={factor.last_used_at} />
              </>
            )}
          </p>
        </div>
        <ConfirmButton
          question={t(isLast ? "factors.removeLast" : "factors.removeQuestion", { name })}
          confirmLabel={t("factors.remove")}
          onConfirm={onRemove}
        >
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            aria-label={t("factors.removeLabel", { name })}
          >
            {t("factors.remove")}
          </Button>
        </ConfirmButton>
      </div>
    </li>
  );
}

/** New recovery codes, shown this once. */
function NewRecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation("settings");
  return (
    <Modal
      opened
      title={t("factors.codesTitle")}
      size="sm"
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Text size="sm">{t("factors.codesText")}</Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{`${code.slice(0, 5)}-${code.slice(5)}`}</code>
          </li>
        ))}
      </ul>
      <Group justify="space-between">
        <CopyButton text={codes.join("\n")} size="md" />
        <Button onClick={onClose}>{t("factors.codesDone")}</Button>
      </Group>
    </Modal>
  );
}
