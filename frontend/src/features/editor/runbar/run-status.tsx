import { Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Duration } from "@/components/duration";
import { IconButton } from "@/components/icon-button";
import { RunStatusBadge } from "@/components/run-status-badge";
import { isOpen } from "@/runs/state";
import { useRun } from "@/stores/run-store";
import classes from "./runbar.module.css";

type Props = { onClear: () => void };

/** State and duration of the run on the canvas; a finished one can be put away. */
export function RunStatus({ onClear }: Props) {
  const { t } = useTranslation("runbar");
  const run = useRun((state) => state.run);
  const status = useRun((state) => state.status);
  const isOffline = useRun((state) => state.connection === "offline");
  if (!run || !status) return null;
  return (
    <div className={classes.status} role="status">
      {isOffline && (
        <span className={classes.offline} title={t("offlineText")}>
          {t("offline")}
        </span>
      )}
      <Tooltip label={t("openRun")}>
        <Link to={`/runs/${run.id}`} className={classes.runLink}>
          {run.mode === "test" && <span className={classes.testMark}>{t("test")}</span>}
          <RunStatusBadge run={run} />
          <Duration ms={run.duration_ms} since={run.started_at ?? run.created_at} />
        </Link>
      </Tooltip>
      {!isOpen(status) && (
        <IconButton icon="x" iconSize={14} size="sm" color="gray" label={t("clear")} onClick={onClear} tip />
      )}
    </div>
  );
}
