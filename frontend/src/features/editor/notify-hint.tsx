import { notifications } from "@mantine/notifications";
import { Icon } from "@/components/icon";

/** Why something did not happen, without alarm: nothing is broken. */
export function notifyHint(message: string): void {
  notifications.show({
    id: "editor-hint",
    message,
    icon: <Icon name="info-circle" />,
    color: "var(--fl-ink)",
    autoClose: 5_000,
  });
}
