import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = { submit: "save" | "create"; loading: boolean; onCancel: () => void; mt?: "lg" };

/** The end of a form in a dialog: away from it, or send it. */
export function FormButtons({ submit, loading, onCancel, mt }: Props) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="xs" mt={mt}>
      <Button variant="default" onClick={onCancel}>
        {t("action.cancel")}
      </Button>
      <Button type="submit" loading={loading}>
        {t(`action.${submit}`)}
      </Button>
    </Group>
  );
}
