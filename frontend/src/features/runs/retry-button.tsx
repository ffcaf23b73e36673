import { Button, Tooltip } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";

/** Runs again what failed, as a run of its own. */
export function RetryButton({ runId }: { runId: string }) {
  const { t } = useTranslation("runs");
  const errorText = useErrorText();
  const navigate = useNavigate();
  const retry = useMutation({
    mutationFn: () => api.runs.retry(runId),
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
