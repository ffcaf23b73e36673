import { Button, Tooltip } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { newRunKey } from "@/lib/new-run-key";

/** Runs again what failed, as a run of its own. Give it the run as its `key`, so that each run has a retry of its own. */
export function RetryButton({ runId }: { runId: string }) {
  const { t } = useTranslation("runs");
  const errorText = useErrorText();
  const navigate = useNavigate();
  // Whoever clicks again because no answer came must not do everything twice.
  const [key] = useState(newRunKey);
  const retry = useMutation({
    mutationFn: () => api.runs.retry(runId, key),
    onSuccess: (run) => navigate(`/runs/${run.id}`),
    onError: (error) => notifyFailed(errorText(error)),
  });
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
