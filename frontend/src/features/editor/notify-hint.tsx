import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { commandById } from "@/commands/registry";
import { Icon } from "@/components/icon";
import { localText } from "@/i18n/local-text";

const HINT = {
  icon: <Icon name="info-circle" />,
  color: "var(--fl-ink)",
};

/** Why something did not happen, without alarm: nothing is broken. */
export function notifyHint(message: string): void {
  notifications.show({ ...HINT, id: "editor-hint", message, autoClose: 5_000 });
}

/** Persistent notification; returns a function that removes it. */
export function notifyUntil(message: string): () => void {
  const id = notifications.show({ ...HINT, message, autoClose: false });
  return () => notifications.hide(id);
}

/** Notification with Undo, at the bottom, where it covers no controls. Returns a function that hides it. */
export function notifyUndoable(message: string, onUndo: () => void): () => void {
  const hide = () => void notifications.hide(id);
  const takeBack = () => {
    hide();
    onUndo();
  };
  const id = notifications.show({
    position: "bottom-center",
    withCloseButton: false,
    autoClose: 8_000,
    message: (
      <Group justify="space-between" gap="md" wrap="nowrap">
        {message}
        <Button size="compact-sm" variant="light" onClick={takeBack}>
          {localText(commandById("undo").title)}
        </Button>
      </Group>
    ),
  });
  return hide;
}
