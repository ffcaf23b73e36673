import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { MembersOf } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { useSharing } from "./use-sharing";

type Props = { thing: MembersOf; onClose: () => void; onLeft?: () => void };

/** Asks once before a workflow or an agent is left, since only its owner can share it again. */
export function LeaveModal({ thing: { kind, id, name }, onClose, onLeft }: Props) {
  const { t } = useTranslation("sharing");
  const { leave } = useSharing();
  const left = () => {
    onClose();
    onLeft?.();
  };
  return (
    <ConfirmModal
      title={t("leaveTitle", { name })}
      confirmLabel={t("leave")}
      loading={leave.isPending}
      onConfirm={() => leave.mutate({ kind, id, name }, { onSuccess: left })}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t(`leaveText.${kind}`)}
      </Text>
    </ConfirmModal>
  );
}
