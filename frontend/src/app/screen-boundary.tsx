import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { EmptyState } from "@/components/empty-state";
import { ErrorBoundary } from "@/components/error-boundary";
import { ErrorState } from "@/components/error-state";

/** Browser messages for a chunk of the previous release that is gone after an upgrade. */
const CHUNK_GONE = /dynamically imported module|module script failed|preload/i;

/** Shows the error of a screen in its place; another address shows its screen again. */
export function ScreenBoundary() {
  return (
    <ErrorBoundary resetKey={useLocation().key} fallback={(error) => <ScreenError error={error} />}>
      <Outlet />
    </ErrorBoundary>
  );
}

function ScreenError({ error }: { error: unknown }) {
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
