import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "@/api/client";
import type { RunSummary } from "@/api/types";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { RunBadges } from "@/components/run-badges";
import { SaveAsTest } from "@/components/save-as-test";
import { isFinal } from "@/components/status";
import { StatusBadge } from "@/components/status-badge";
import { useErrorText } from "@/components/use-error-text";
import { CompareMenu } from "@/features/runs/compare-menu";
import { ConnectionNote } from "@/features/runs/connection-note";
import { RetryButton } from "@/features/runs/retry-button";
import { RunFacts } from "@/features/runs/run-facts";
import classes from "@/features/runs/run-page.module.css";
import { useNewestRun } from "@/stores/run-store";

/** `snapshot` is what the page loaded; the store knows what happened since. */
export function RunHeader({ snapshot }: { snapshot: RunSummary }) {
  const { t } = useTranslation("runs");
  const run = useNewestRun((state) => state.run) ?? snapshot;
  return (
    <header className={classes.header}>
      <Tooltip label={t("run.back")}>
        <ActionIcon component={Link} to="/runs" aria-label={t("run.back")}>
          <Icon name="arrow-left" />
        </ActionIcon>
      </Tooltip>
      <h1 className={classes.title}>{run.workflow.name}</h1>
      <StatusBadge status={run.status} />
      <RunBadges run={run} linked />
      <RunFacts run={run} />
      <span className={classes.gap} />
      <ConnectionNote />
      {!isFinal(run.status) && <CancelButton runId={run.id} />}
      {(run.status === "failed" || run.status === "cancelled") && <RetryButton key={run.id} runId={run.id} />}
      {isFinal(run.status) && <CompareMenu run={run} />}
      {isFinal(run.status) && run.kind === "run" && run.trigger !== "replay" && <SaveAsTest run={run} />}
      <Button
        component={Link}
        to={`/workflows/${run.workflow.id}`}
        variant="default"
        leftSection={<Icon name="sitemap" />}
      >
        {t("run.openWorkflow")}
      </Button>
    </header>
  );
}

function CancelButton({ runId }: { runId: string }) {
  const { t } = useTranslation("runs");
  const errorText = useErrorText();
  const isRequested = useNewestRun((state) =>
    state.trace.some((entry) => entry.kind === "run" && entry.event === "run_cancel_requested"),
  );
  const cancel = useMutation({
    mutationFn: () => api.runs.cancel(runId),
    onError: (error) => notifyFailed(errorText(error)),
  });
  const isStopping = isRequested || cancel.isSuccess;
  return (
    <Button
      variant="default"
      leftSection={<Icon name="player-stop" />}
      loading={cancel.isPending}
      disabled={isStopping}
      onClick={() => cancel.mutate()}
    >
      {isStopping ? t("run.cancelling") : t("run.cancel")}
    </Button>
  );
}
