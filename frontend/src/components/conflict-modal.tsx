/** Somebody else changed the same things: which version stays? There is no third way out. */

import { Button, Group, Modal, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

export type Keep = "mine" | "theirs";

type Props = {
  opened: boolean;
  title: string;
  /** Author and time of the change. */
  cause: ReactNode;
  /** Loss of each choice. */
  text: string;
  onSettle: (keep: Keep) => Promise<void> | undefined;
};

export function ConflictModal({ opened, title, cause, text, onSettle }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<Keep | null>(null);
  const errorText = useErrorText();
  const settle = async (keep: Keep) => {
    setBusy(keep);
    try {
      await onSettle(keep);
    } catch (error) {
      notifyFailed(errorText(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title}
    >
      <Text size="sm" c="dimmed">
        {cause}
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        {text}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          variant="default"
          loading={busy === "theirs"}
          disabled={busy === "mine"}
          onClick={() => void settle("theirs")}
        >
          {t("takeTheirs")}
        </Button>
        <Button loading={busy === "mine"} disabled={busy === "theirs"} onClick={() => void settle("mine")}>
          {t("keepMine")}
        </Button>
      </Group>
    </Modal>
  );
}
