import { ActionIcon, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";

type Props = {
  /** A function is evaluated on copy, for long texts. */
  text: string | (() => string);
  /** In place of “Copy”. */
  label?: string;
  size?: "sm" | "md";
};

export function CopyButton({ text, label: name, size = "sm" }: Props) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1_500 });
  const label = clipboard.copied ? t("action.copied") : (name ?? t("action.copy"));
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={size}
        aria-label={label}
        onClick={() => clipboard.copy(typeof text === "string" ? text : text())}
      >
        <Icon name={clipboard.copied ? "check" : "copy"} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
