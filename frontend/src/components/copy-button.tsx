import { useClipboard } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";

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
    <IconButton
      icon={clipboard.copied ? "check" : "copy"}
      iconSize={14}
      size={size}
      label={label}
      tip
      onClick={() => clipboard.copy(typeof text === "string" ? text : text())}
    />
  );
}
