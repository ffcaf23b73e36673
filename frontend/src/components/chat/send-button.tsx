import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";

type Props = { disabled: boolean; loading: boolean; onSend: () => void };

export function SendButton({ disabled, loading, onSend }: Props) {
  const { t } = useTranslation("chat");
  return (
    <IconButton
      icon="send"
      size="lg"
      variant="filled"
      label={t("composer.send")}
      disabled={disabled}
      loading={loading}
      onClick={onSend}
    />
  );
}
