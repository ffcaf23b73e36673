import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Overview } from "@/api/types";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import classes from "@/features/home/home.module.css";
import { HomeSection } from "@/features/home/home-section";
import { storedText } from "@/i18n/stored-text";

/** Recent failures, each with its reason and a link to the node. */
export function RecentFailures({ runs }: { runs: Overview["failures"] }) {
  const { t } = useTranslation("home");
  return (
    <HomeSection title={t("failures")} all="/runs?status=failed">
      {runs.length === 0 && (
        <p className={classes.none}>
          <Icon name="circle-check" size={16} />
          {t("noFailures")}
        </p>
      )}
      {runs.length > 0 && (
        <ul className={classes.list}>
          {runs.map((run) => (
            <li key={run.id} className={classes.row}>
              <div className={classes.failure}>
                <Link to={addressOf(run)} className={classes.cover}>
                  {[run.workflow.name, run.node_name].filter(Boolean).join(" › ")}
                </Link>
                {run.error && <p className={classes.reason}>{storedText(run.error)}</p>}
              </div>
              <span className={classes.quiet}>
                <RelativeTime iso={run.finished_at ?? run.created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}

function addressOf({ id, error }: Overview["failures"][number]): string {
  return `/runs/${id}${error?.node_key ? `?node=${encodeURIComponent(error.node_key)}` : ""}`;
}
