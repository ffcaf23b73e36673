import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WorkflowSummary } from "@/api/types";
import { useSharing } from "./use-sharing";

type Props = { workflow: Pick<WorkflowSummary, "id" | "name">; onClose: () => void; onLeft?: () => void };

/** Asks once before a workflow is left, since only its owner can share it again. */
export function LeaveModal({ workflow: { id, name }, onClose, onLeft }: Props) {
  const { t } = useTranslation("sharing");
  const common = useTranslation().t;
  const { leave } = useSharing();
  const left = () => {
    onClose();
    onLeft?.();
  };
  return (
    <Modal opened onClose={onClose} title={t("leaveTitle", { name })} size={480}>
      <Text size="sm" c="dimmed">
        {t("leaveText")}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {common("action.keep")}
        </Button>
        <Button
          loading={leave.isPending}
          onClick={() => leave.mutate({ kind: "workflow", id, name }, { onSuccess: left })}
        >
          {t("leave")}
        </Button>
      </Group>
    </Modal>
  );
}
