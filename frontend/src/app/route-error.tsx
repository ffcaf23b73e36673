import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";

/** What browsers say when a chunk of the previous release is gone after an upgrade. */
const CHUNK_GONE = /dynamically imported module|module script failed|preload/i;

export function RouteError() {
  const error = useRouteError();
  const { t } = useTranslation();
  const reload = () => window.location.reload();
  if (error instanceof Error && CHUNK_GONE.test(error.message)) {
    return (
      <EmptyState icon="refresh" title={t("updated.title")} text={t("updated.text")}>
        <Button onClick={reload}>{t("reload")}</Button>
      </EmptyState>
    );
  }
  return <ErrorState error={error} onRetry={reload} />;
}
