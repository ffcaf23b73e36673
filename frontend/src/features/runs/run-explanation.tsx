import { useTranslation } from "react-i18next";
import { useExplanation } from "@/api/runs";
import { RelativeTime } from "@/components/relative-time";
import { StatusDot } from "@/components/status-dot";
import { TextButton } from "@/components/text-button";
import classes from "@/features/runs/run-page.module.css";
import { currentLanguage } from "@/i18n";
import { formatDateTime, formatDuration } from "@/i18n/format";
import { useLocalText } from "@/i18n/local-text";
import { stepsOf } from "@/runs/passes";
import { isOpen } from "@/runs/state";
import { useNewestRun, useRun } from "@/stores/run-store";
import { openNode } from "@/stores/ui-store";

const SECOND_MS = 1000;

/** Why the run on the screen is not over: what it waits for, who works on it, and when that is looked at again. */
export function RunExplanation({ runId }: { runId: string }) {
  const { t } = useTranslation("runs");
  const local = useLocalText();
  const isUnfinished = useNewestRun((state) => isOpen(state.status));
  const labels = useRun((state) => state.labels);
  const { data } = useExplanation(runId, isUnfinished);
  if (!isUnfinished || !data || data.length === 0) return null;
  return (
    <section>
      <h3 className={classes.label}>{t("explain.title")}</h3>
      <ul className={classes.reasons}>
        {data.map((item) => (
          <li key={`${item.scope}:${item.node_key}`}>
            <StatusDot status={item.state} />
            <div>
              {item.node_key !== null && (
                <TextButton
                  underline="hover"
                  className={classes.node}
                  onClick={() => item.node_key !== null && openNode(item.node_key, "output")}
                >
                  {labels[item.node_key]?.name ?? item.node_key}
                  {stepsOf(item.scope).map(({ container, index }) => (
                    <span key={container}> #{index + 1}</span>
                  ))}
                </TextButton>
              )}
              <p>{local(item.reason)}</p>
              <p className={classes.factLine}>
                {item.owner && <span>{t("explain.owner", { owner: item.owner })}</span>}
                {item.lease_age_s !== null && (
                  <span>{t("explain.heard", { age: formatDuration(item.lease_age_s * SECOND_MS) })}</span>
                )}
                {item.last_event !== null && (
                  <span>
                    {t("explain.last")} <RelativeTime iso={item.last_event} />
                  </span>
                )}
                {item.next_timeout !== null && (
                  <span>
                    {t(item.state === "waiting" ? "explain.due" : "explain.next", {
                      time: formatDateTime(item.next_timeout, currentLanguage()),
                    })}
                  </span>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
