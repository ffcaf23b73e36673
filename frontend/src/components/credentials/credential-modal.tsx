import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Credential, JsonObject } from "@/api/types";
import { CredentialForm } from "@/components/credentials/credential-form";

type Props = {
  edited: Credential | "new" | null;
  /** Known values of a new one. */
  draft?: JsonObject | undefined;
  onSaved?: (saved: Credential) => void;
  onClose: () => void;
};

export function CredentialModal({ edited, draft, onSaved, onClose }: Props) {
  const { t } = useTranslation("settings");
  const credential = edited === "new" ? null : edited;
  const title = credential ? t("credentials.edit", { name: credential.name }) : t("credentials.add");
  return (
    <Modal opened={edited !== null} onClose={onClose} title={title} size={480}>
      <CredentialForm
        key={credential?.id}
        credential={credential}
        draft={draft}
        onClose={onClose}
        onSaved={(saved) => {
          onClose();
          onSaved?.(saved);
        }}
      />
    </Modal>
  );
}
