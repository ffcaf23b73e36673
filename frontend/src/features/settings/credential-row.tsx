import { useTranslation } from "react-i18next";
import type { Credential } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { OriginQuestion } from "@/components/credentials/origin-question";
import { useOriginDecision } from "@/components/credentials/use-origin-decision";
import { Icon } from "@/components/icon";
import { IconButton } from "@/components/icon-button";
import { RelativeTime } from "@/components/relative-time";
import { AccountState } from "@/features/settings/accounts/account-state";
import classes from "@/features/settings/settings.module.css";
import { serviceIcon } from "@/lib/service-logos";

type Props = { credential: Credential; onEdit: () => void; onDelete: () => void };

export function CredentialRow({ credential, onEdit, onDelete }: Props) {
  const { name, kind, created_at: made } = credential;
  const { t } = useTranslation("settings");
  const common = useTranslation().t;
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span className={classes.providerIcon}>
          <Icon name={serviceIcon(credential.account?.service, "key")} size={18} />
        </span>
        <div className={classes.rowText}>
          <p className={classes.rowName}>{name}</p>
          <p className={classes.rowAbout}>
            {t(`credentials.kind.${kind}`, kind)} · <RelativeTime iso={made} />
          </p>
        </div>
        <IconButton
          icon="pencil"
          label={t("credentials.edit", { name })}
          onClick={onEdit}
          tip={common("action.edit")}
        />
        <IconButton
          icon="trash"
          label={t("credentials.deleteLabel", { name })}
          onClick={onDelete}
          tip={common("action.delete")}
        />
      </div>
      {credential.account && <AccountState credential={credential} account={credential.account} />}
      <CredentialOrigins credential={credential} />
    </li>
  );
}

/** Origins allowed to receive a credential, and origins refused so far. */
function CredentialOrigins({ credential }: { credential: Credential }) {
  const { t } = useTranslation("settings");
  const { mutate, isPending } = useOriginDecision(credential.id);
  const isLast = credential.origins.length === 1;
  return (
    <div className={classes.origins}>
      {credential.origins.map((origin) => (
        <span key={origin} className={classes.origin}>
          <code>{origin}</code>
          {credential.decides_origins && (
            <ConfirmButton
              question={t(isLast ? "credentials.origin.removeLast" : "credentials.origin.removeOne", {
                name: credential.name,
                origin,
              })}
              confirmLabel={t("credentials.origin.stop")}
              onConfirm={() => mutate({ origin, isAllowed: false })}
            >
              <IconButton
                icon="x"
                iconSize={12}
                size="xs"
                disabled={isPending}
                label={t("credentials.origin.remove", { origin })}
                title={t("credentials.origin.remove", { origin })}
              />
            </ConfirmButton>
          )}
        </span>
      ))}
      {credential.origins.length === 0 && (
        <span className={classes.note}>{t("credentials.origin.none")}</span>
      )}
      {credential.asked_origins.map(({ origin, by, at }) => (
        <OriginQuestion key={origin} credential={credential} origin={origin} by={by} at={at} />
      ))}
    </div>
  );
}
