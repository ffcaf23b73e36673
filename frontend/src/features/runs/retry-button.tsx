import { Button, Tooltip } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ask } from "@/api/http";
import { Icon } from "@/components/icon";
import { useSave } from "@/components/use-save";
import { newRunKey } from "@/lib/new-run-key";

/** Runs again what failed, as a run of its own. Give it the run as its `key`, so that each run has a retry of its own. */
export function RetryButton({ runId }: { runId: string }) {
  const { t } = useTranslation("runs");
  const navigate = useNavigate();
  // Whoever clicks again because no answer came must not do everything twice.
  const [key] = useState(newRunKey);
  const retry = useSave(
    () =>
      ask("post", "/api/runs/{run_id}/retry/", {
        params: { path: { run_id: runId }, header: { "Idempotency-Key": key } },
      }),
    { onSuccess: (run) => navigate(`/runs/${run.id}`) },
  );
  return (
    <Tooltip label={t("again.retryHelp")}>
      <Button
        variant="default"
        leftSection={<Icon name="refresh" />}
        loading={retry.isPending}
        onClick={() => retry.mutate()}
      >
        {t("again.retry")}
      </Button>
    </Tooltip>
  );
}
