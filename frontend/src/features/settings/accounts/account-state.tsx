import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConnectedAccount, Credential } from "@/api/types";
import { useConnectAccount } from "@/components/credentials/use-connect-account";
import classes from "@/features/settings/settings.module.css";
import { DeviceCodeSteps } from "./device-code-steps";

type Props = { credential: Credential; account: ConnectedAccount };

/** Whose account it is, whether it can be used, and the way to make it so. */
export function AccountState({ credential, account }: Props) {
  const { t } = useTranslation("settings");
  const connect = useConnectAccount();
  const [showsCode, setShowsCode] = useState(false);
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
          onClick={() =>
            account.grant === "device_code" ? setShowsCode(true) : connect.mutate(async () => credential.id)
          }
        >
          {t(account.state === "new" ? "accounts.connect" : "accounts.reconnect")}
        </Button>
      )}
      <Modal opened={showsCode} onClose={() => setShowsCode(false)} title={t("accounts.title")} size={420}>
        <DeviceCodeSteps id={credential.id} onClose={() => setShowsCode(false)} />
      </Modal>
    </div>
  );
}
