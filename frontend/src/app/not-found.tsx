import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "@/components/empty-state";

export function NotFound() {
  const { t } = useTranslation();
  return (
    <EmptyState icon="map" title={t("notFound.title")} text={t("notFound.text")} isPage>
      <Button component={Link} to="/workflows">
        {t("notFound.home")}
      </Button>
    </EmptyState>
  );
}
