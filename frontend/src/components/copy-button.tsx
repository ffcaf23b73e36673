import { ActionIcon, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";

export function CopyButton({ text, size = "sm" }: { text: string; size?: "sm" | "md" }) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1_500 });
  const label = clipboard.copied ? t("action.copied") : t("action.copy");
  return (
    <Tooltip label={label}>
      <ActionIcon size={size} aria-label={label} onClick={() => clipboard.copy(text)}>
        <Icon name={clipboard.copied ? "check" : "copy"} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
