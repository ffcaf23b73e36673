import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConnectedAccount, Credential } from "@/api/types";
import { DeviceCodeSteps } from "@/components/accounts/device-code-steps";
import { ReconnectModal } from "@/components/accounts/reconnect-modal";
import { useConnectAccount } from "@/components/accounts/use-connect-account";
import classes from "@/features/settings/settings.module.css";

type Props = { credential: Credential; account: ConnectedAccount };

/** Identity and state of an account, and the remedy. */
export function AccountState({ credential, account }: Props) {
  const { t } = useTranslation("settings");
  const connect = useConnectAccount();
  const [asks, setAsks] = useState<"code" | "again" | null>(null);
  const stop = () => setAsks(null);
  const press = () => {
    if (account.state !== "new") setAsks("again");
    else if (account.grant === "device_code") setAsks("code");
    else connect.mutate({ account: async () => credential.id });
  };
  const missing = account.granted_scopes
    ? account.scopes.filter((scope) => !account.granted_scopes?.includes(scope))
    : [];
  const state =
    account.state === "connected" && account.connected_as
      ? t("accounts.state.connectedAs", { name: account.connected_as })
      : t(`accounts.state.${account.state}`);
  return (
    <div className={classes.account}>
      <p className={classes.rowAbout} data-state={account.state}>
        {state}
        {missing.length > 0 && <> · {t("accounts.missing", { scopes: missing.join(", ") })}</>}
      </p>
      {account.grant !== "client_credentials" && (
        <Button
          size="compact-xs"
          variant={account.state === "connected" ? "default" : "filled"}
          loading={connect.isPending}
          onClick={press}
        >
          {t(account.state === "new" ? "accounts.connect" : "accounts.reconnect")}
        </Button>
      )}
      <Modal opened={asks === "code"} onClose={stop} title={t("accounts.title")} size={420}>
        <DeviceCodeSteps id={credential.id} onClose={stop} />
      </Modal>
      {asks === "again" && <ReconnectModal credential={credential} account={account} onClose={stop} />}
    </div>
  );
}
