import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { RunSummary } from "@/api/types";
import { Duration } from "@/components/duration";
import { RelativeTime } from "@/components/relative-time";
import { isFinal } from "@/components/status";
import { StatusBadge } from "@/components/status-badge";
import classes from "@/features/home/home.module.css";
import { HomeSection } from "@/features/home/home-section";

export function RecentRuns({ runs }: { runs: readonly RunSummary[] }) {
  const { t } = useTranslation("home");
  return (
    <HomeSection title={t("runs")} all="/runs">
      <ul className={classes.list}>
        {runs.map((run) => (
          <li key={run.id} className={classes.row}>
            <StatusBadge status={run.status} />
            <Link to={`/runs/${run.id}`} className={classes.cover}>
              {run.workflow.name}
            </Link>
            <span className={classes.quiet}>
              <Duration ms={run.duration_ms} since={isFinal(run.status) ? null : run.started_at} />
            </span>
            <span className={classes.quiet}>
              <RelativeTime iso={run.started_at ?? run.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
