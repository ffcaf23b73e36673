import { Button, Group, Modal, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Ask once before something that cannot be undone, where no button is left to point at (from a menu). */
export function ConfirmModal({ opened, title, children, confirmLabel, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="sm" withCloseButton={false}>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t("action.keep")}
        </Button>
        <Button onClick={confirm}>{confirmLabel}</Button>
      </Group>
    </Modal>
  );
}
