import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "@/components/icon";

export function BackToWorkflow({ id }: { id: string }) {
  const { t } = useTranslation("testing");
  return (
    <Button
      component={Link}
      to={`/workflows/${id}`}
      variant="default"
      leftSection={<Icon name="arrow-left" />}
    >
      {t("back")}
    </Button>
  );
}
