/** Somebody else changed the same things: whose version stays? */

import { Button, Group, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyFailed } from "@/components/notify";
import { RelativeTime } from "@/components/relative-time";
import { useErrorText } from "@/components/use-error-text";
import type { Autosave } from "@/stores/autosave";
import { useDocument } from "@/stores/document-store";

type Props = { autosave: () => Autosave | null };

export function ConflictDialog({ autosave }: Props) {
  const { t } = useTranslation("editor");
  const opened = useDocument((state) => state.saveState === "conflict");
  const last = useDocument((state) => state.conflict.at(-1));
  const [busy, setBusy] = useState<"mine" | "theirs" | null>(null);
  const errorText = useErrorText();
  const settle = async (keep: "mine" | "theirs") => {
    setBusy(keep);
    try {
      await autosave()?.settle(keep);
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
      title={t("conflict.title")}
    >
      <Text size="sm" c="dimmed">
        {last ? t("conflict.by", { user: last.user }) : t("conflict.someone")}
        {last && (
          <>
            {" "}
            (<RelativeTime iso={last.at} />)
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        {t("conflict.text")}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          variant="default"
          loading={busy === "theirs"}
          disabled={busy === "mine"}
          onClick={() => void settle("theirs")}
        >
          {t("conflict.theirs")}
        </Button>
        <Button
          data-autofocus
          loading={busy === "mine"}
          disabled={busy === "theirs"}
          onClick={() => void settle("mine")}
        >
          {t("conflict.mine")}
        </Button>
      </Group>
    </Modal>
  );
}
