import { notifications } from "@mantine/notifications";
import { Icon } from "@/components/icon";

const HINT = {
  icon: <Icon name="info-circle" />,
  color: "var(--fl-ink)",
};

/** Why something did not happen, without alarm: nothing is broken. */
export function notifyHint(message: string): void {
  notifications.show({ ...HINT, id: "editor-hint", message, autoClose: 5_000 });
}

/** What a person has to know until it is over; returns what takes it away. */
export function notifyUntil(message: string): () => void {
  const id = notifications.show({ ...HINT, message, autoClose: false });
  return () => notifications.hide(id);
}
