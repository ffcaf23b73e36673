/** Short messages in the corner: what was done, or why it was not. */

import { notifications } from "@mantine/notifications";
import { Icon } from "@/components/icon";
import type { ErrorText } from "@/components/use-error-text";

export function notifyDone(message: string): void {
  notifications.show({
    message,
    icon: <Icon name="check" />,
    color: "var(--fl-succeeded)",
    autoClose: 3_000,
  });
}

export function notifyFailed({ title, text, fault = text }: ErrorText): void {
  notifications.show({
    title,
    message: fault,
    icon: <Icon name="alert-circle" />,
    color: "var(--fl-failed)",
    autoClose: 8_000,
  });
}
