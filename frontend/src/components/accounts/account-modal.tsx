import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { AccountForm } from "./account-form";
import type { WantedAccount } from "./permissions";

type Props = { wanted?: WantedAccount | null; onCreated?: (id: string) => void; onClose: () => void };

export function AccountModal({ onClose, ...form }: Props) {
  const { t } = useTranslation("settings");
  return (
    <Modal opened onClose={onClose} title={t("accounts.title")} size={520}>
      <AccountForm {...form} onClose={onClose} />
    </Modal>
  );
}
