import { useTranslation } from "react-i18next";
import { OpenModal } from "@/components/open-modal";
import { AccountForm } from "./account-form";
import type { WantedAccount } from "./permissions";

type Props = { wanted?: WantedAccount | null; onCreated?: (id: string) => void; onClose: () => void };

export function AccountModal({ onClose, ...form }: Props) {
  const { t } = useTranslation("settings");
  return (
    <OpenModal onClose={onClose} title={t("accounts.title")} size={520}>
      <AccountForm {...form} onClose={onClose} />
    </OpenModal>
  );
}
