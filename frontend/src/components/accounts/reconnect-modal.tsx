import { Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccountServices } from "@/api/settings";
import type { ConnectedAccount, Credential } from "@/api/types";
import { FormButtons } from "@/components/form-buttons";
import classes from "./accounts.module.css";
import { DeviceCodeSteps } from "./device-code-steps";
import { PermissionBoxes } from "./permission-boxes";
import { heldPermissions, scopesOf } from "./permissions";
import { useConnectAccount } from "./use-connect-account";

type Props = {
  credential: Credential;
  account: ConnectedAccount;
  /** Boxes that are ticked at first, beside those that the account has. */
  wanted?: readonly string[];
  onClose: () => void;
};

/** Connects an account once more: for what it was connected for, and for more if the person ticks more. */
export function ReconnectModal({ credential, account, wanted = [], onClose }: Props) {
  const { t } = useTranslation("settings");
  const connect = useConnectAccount();
  const service = useAccountServices().data?.find(({ id }) => id === account.service);
  const held = service ? heldPermissions(service, account) : [];
  const [chosen, setChosen] = useState<string[]>([...wanted]);
  const [withCode, setWithCode] = useState(false);
  const added = chosen.filter((id) => !held.includes(id));
  const more = service && added.length > 0 ? scopesOf(service, added) : [];
  const submit = () =>
    account.grant === "device_code"
      ? setWithCode(true)
      : connect.mutate({ account: async () => credential.id, more }, { onSuccess: onClose });
  return (
    <Modal opened onClose={onClose} title={t("accounts.again", { name: credential.name })} size={460}>
      {withCode ? (
        <DeviceCodeSteps id={credential.id} more={more} onClose={onClose} />
      ) : (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            submit();
          }}
        >
          {service && service.permissions.length > 0 ? (
            <PermissionBoxes service={service} chosen={chosen} held={held} onChange={setChosen} />
          ) : (
            <p className={classes.text}>{t("accounts.againText")}</p>
          )}
          <FormButtons submit="connect" loading={connect.isPending} onCancel={onClose} />
        </form>
      )}
    </Modal>
  );
}
