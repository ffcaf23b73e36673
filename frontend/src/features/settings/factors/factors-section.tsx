import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { canUsePasskeys } from "@/api/passkeys";
import { useFactors } from "@/api/queries/session";
import { queryKeys } from "@/api/query-keys";
import type { TotpOffer } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { ErrorState } from "@/components/error-state";
import { notifyDone, notifyFailed } from "@/components/notify";
import { PageSkeleton } from "@/components/page-skeleton";
import { useErrorText } from "@/components/use-error-text";
import { AddApp } from "@/features/settings/factors/add-app";
import { AddPasskey } from "@/features/settings/factors/add-passkey";
import { FactorRow } from "@/features/settings/factors/factor-row";
import classes from "@/features/settings/factors/factors.module.css";
import { NewRecoveryCodes } from "@/features/settings/factors/recovery-codes";
import { Section } from "@/features/settings/section";
import settings from "@/features/settings/settings.module.css";

/** One's second factors: what is set up, and what can be added. */
export function FactorsSection() {
  const { t } = useTranslation("settings");
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const factors = useFactors();
  const [offer, setOffer] = useState<TotpOffer | null>(null);
  const [addsPasskey, setAddsPasskey] = useState(false);
  const [codes, setCodes] = useState<string[]>([]);
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.factors });
  const onError = (error: unknown) => notifyFailed(errorText(error));
  const offerApp = useMutation({ mutationFn: api.factors.offerApp, onSuccess: setOffer, onError });
  const remove = useMutation({
    mutationFn: api.factors.remove,
    onSuccess: () => {
      notifyDone(t("factors.removed"));
      return refresh();
    },
    onError,
  });
  const renew = useMutation({
    mutationFn: api.factors.newRecoveryCodes,
    onSuccess: ({ recovery_codes }) => {
      setCodes(recovery_codes);
      return refresh();
    },
    onError,
  });
  const added = (recoveryCodes: string[]) => {
    setOffer(null);
    setAddsPasskey(false);
    setCodes(recoveryCodes);
    void refresh();
  };
  if (factors.isPending) return <PageSkeleton rows={1} />;
  if (factors.isError) return <ErrorState error={factors.error} onRetry={() => void factors.refetch()} />;
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
          <Button size="xs" variant="default" loading={offerApp.isPending} onClick={() => offerApp.mutate()}>
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
