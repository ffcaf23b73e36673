import { Button, Group, Modal, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

type Props = {
  opened?: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  keepLabel?: string;
  /** Set while it is being done, by those who close the dialog themselves once it is. */
  loading?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Ask once before something that cannot be undone, where no button is left to point at (from a menu). */
export function ConfirmModal({ opened = true, title, children, confirmLabel, keepLabel, ...act }: Props) {
  const { t } = useTranslation();
  const { loading, disabled, onConfirm, onClose } = act;
  const isPlain = loading === undefined;
  const confirm = () => {
    if (isPlain) onClose();
    onConfirm();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={isPlain ? "sm" : 480}
      withCloseButton={!isPlain}
      // Escape then closes the dialog above, which asks for a confirmation.
      closeOnEscape={!loading}
    >
      {isPlain ? (
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      ) : (
        children
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {keepLabel ?? t("action.keep")}
        </Button>
        <Button loading={loading} disabled={disabled} onClick={confirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
