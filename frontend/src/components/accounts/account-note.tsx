import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccountServices } from "@/api/settings";
import type { ConnectedAccount, Credential } from "@/api/types";
import { useLocalText } from "@/i18n/local-text";
import classes from "./accounts.module.css";
import { useConnectedElsewhere } from "./accounts-channel";
import { heldPermissions, type WantedAccount } from "./permissions";
import { ReconnectModal } from "./reconnect-modal";

type Props = { credential: Credential; account: ConnectedAccount; wanted: WantedAccount | null };

/** Problem of a chosen account for its purpose, and the remedy. */
export function AccountNote({ credential, account, wanted }: Props) {
  const { t } = useTranslation("settings");
  const text = useLocalText();
  const [asks, setAsks] = useState(false);
  useConnectedElsewhere();
  const service = useAccountServices().data?.find(({ id }) => id === account.service);
  const held = service && account.state === "connected" ? heldPermissions(service, account) : [];
  const lacking =
    wanted?.service === account.service ? wanted.permissions.filter((id) => !held.includes(id)) : [];
  const titles = service?.permissions
    .filter(({ id }) => lacking.includes(id))
    .map(({ title }) => text(title));
  const isMissing = account.state === "connected" && Boolean(titles?.length);
  if (account.state === "connected" && !isMissing) return null;
  return (
    <div className={classes.note} role="status">
      <p>
        {isMissing
          ? t("accounts.lacks", { permissions: titles?.join(t("accounts.between")) })
          : t(`accounts.state.${account.state}`)}
      </p>
      <Button size="compact-xs" onClick={() => setAsks(true)}>
        {t(account.state === "new" ? "accounts.connect" : "accounts.reconnect")}
      </Button>
      {asks && (
        <ReconnectModal
          credential={credential}
          account={account}
          wanted={lacking}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}
