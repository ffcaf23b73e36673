import { ActionIcon } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "@/components/icon";

type Props = { disabled: boolean; loading: boolean; onSend: () => void };

export function SendButton({ disabled, loading, onSend }: Props) {
  const { t } = useTranslation("chat");
  return (
    <ActionIcon
      size="lg"
      variant="filled"
      aria-label={t("composer.send")}
      disabled={disabled}
      loading={loading}
      onClick={onSend}
    >
      <Icon name="send" />
    </ActionIcon>
  );
}
