import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ask, at } from "@/api/http";
import type { Run, RunSummary } from "@/api/types";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { RunBadges } from "@/components/run-badges";
import { RunStatusBadge } from "@/components/run-status-badge";
import { canBeTest, SaveAsTest } from "@/components/save-as-test";
import { isFinal } from "@/components/status";
import { useSave } from "@/components/use-save";
import { CompareMenu } from "@/features/runs/compare-menu";
import { RetryButton } from "@/features/runs/retry-button";
import classes from "@/features/runs/run-page.module.css";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import { useNewestRun, useRun } from "@/stores/run-store";

/** `snapshot` is what the page loaded; the store knows what happened since. */
export function RunHeader({ snapshot }: { snapshot: Run }) {
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
      <RunStatusBadge run={run} />
      <RunBadges run={run} nodes={snapshot.document.nodes} linked />
      <RunFacts run={run} />
      <span className={classes.gap} />
      <ConnectionNote />
      {!isFinal(run.status) && <CancelButton runId={run.id} />}
      {(run.status === "failed" || run.status === "cancelled") && <RetryButton key={run.id} runId={run.id} />}
      {isFinal(run.status) && <CompareMenu run={run} />}
      {canBeTest(run) && <SaveAsTest run={run} />}
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
  const isRequested = useNewestRun((state) =>
    state.trace.some((entry) => entry.kind === "run" && entry.event === "run_cancel_requested"),
  );
  const cancel = useSave(() => ask("post", "/api/runs/{run_id}/cancel/", at({ run_id: runId })));
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

/** Says when the page may be behind; silent while all is well. */
function ConnectionNote() {
  const { t } = useTranslation("runs");
  const isOpen = useNewestRun((state) => state.status !== null && !isFinal(state.status));
  const connection = useRun((state) => state.connection);
  if (!isOpen || connection === "live" || connection === "polling" || connection === "idle") return null;
  return (
    <span className={classes.connection} role="status">
      {t(
        connection === "closed"
          ? "run.unfollowed"
          : connection === "offline"
            ? "run.offline"
            : "run.connecting",
      )}
    </span>
  );
}

/** When, how long, how many tokens. */
function RunFacts({ run }: { run: RunSummary }) {
  const { t } = useTranslation("runs");
  const { input_tokens: read, output_tokens: written } = run.usage;
  const language = currentLanguage();
  return (
    <span className={classes.facts}>
      <span>
        <RelativeTime iso={run.started_at ?? run.created_at} />
      </span>
      <span>
        <Duration ms={run.duration_ms} since={isFinal(run.status) ? null : run.started_at} />
      </span>
      {read + written > 0 && (
        <span
          title={t("run.tokenSplit", {
            read: formatCount(read, language),
            written: formatCount(written, language),
          })}
        >
          {t("run.tokens", { count: read + written, tokens: formatCount(read + written, language) })}
        </span>
      )}
    </span>
  );
}
