import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import { ConfirmModal } from "@/components/confirm-modal";
import { useSharing } from "./use-sharing";

type Props = { workflow: Pick<WorkflowSummary, "id" | "name">; onClose: () => void; onLeft?: () => void };

/** Asks once before a workflow is left, since only its owner can share it again. */
export function LeaveModal({ workflow: { id, name }, onClose, onLeft }: Props) {
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
      onConfirm={() => leave.mutate({ kind: "workflow", id, name }, { onSuccess: left })}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t("leaveText")}
      </Text>
    </ConfirmModal>
  );
}
