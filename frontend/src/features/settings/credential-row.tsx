import { ActionIcon, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Credential } from "@/api/types";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { AccountState } from "@/features/settings/accounts/account-state";
import { CredentialOrigins } from "@/features/settings/credential-origins";
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
        <Tooltip label={common("action.edit")}>
          <ActionIcon aria-label={t("credentials.edit", { name })} onClick={onEdit}>
            <Icon name="pencil" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={common("action.delete")}>
          <ActionIcon aria-label={t("credentials.deleteLabel", { name })} onClick={onDelete}>
            <Icon name="trash" />
          </ActionIcon>
        </Tooltip>
      </div>
      {credential.account && <AccountState credential={credential} account={credential.account} />}
      <CredentialOrigins credential={credential} />
    </li>
  );
}
