/** Name and outcome of a timeline row, in words. */

import { useTranslation } from "react-i18next";
import type { RunError, RunSummary, Status } from "@/api/types";
import { Icon } from "@/components/icon";
import { FailurePlace } from "@/components/run-detail/failure-place";
import { RunStatusBadge } from "@/components/run-status-badge";
import { StatusDot } from "@/components/status-dot";
import { NoteText } from "@/components/trace/note-text";
import classes from "@/components/trace/trace.module.css";
import { useToolTitle } from "@/components/use-tool-title";
import { textOf } from "@/document/config";
import { currentLanguage } from "@/i18n";
import { formatDateTime, formatDuration } from "@/i18n/format";
import { storedText } from "@/i18n/stored-text";
import type { TimelineEntry } from "@/runs/timeline";

export function RowName({ row: { about, status } }: { row: TimelineEntry }) {
  const { t } = useTranslation("dock");
  const titleOf = useToolTitle();
  switch (about.kind) {
    case "run":
      return <RunName run={about.run} status={status} error={about.error} />;
    case "node":
      return (
        <>
          <StatusDot status={status} />
          <span className={classes.strong}>{about.name}</span>
          {about.attempt > 1 && (
            <span className={classes.badge}>{t(about.attempts > 0 ? "attemptOf" : "attempt", about)}</span>
          )}
          {about.error && <Words tone="failed" text={storedText(about.error)} />}
          {about.caught && <Words tone="waiting" text={storedText(about.caught)} />}
          {about.usedUp && <Words tone="waiting" text={t("inspector:roundsUsedUp")} />}
        </>
      );
    case "pass":
      return (
        <>
          <StatusDot status={status} />
          <span className={classes.strong}>{t("pass", { pass: about.index + 1 })}</span>
        </>
      );
    case "attempt":
      return (
        <>
          <StatusDot status={status} />
          <span className={classes.strong}>{t("attempt", { attempt: about.attempt })}</span>
          {about.error && <Words tone="failed" text={storedText(about.error)} />}
          {about.delayS !== null && (
            <Words text={t("retriedIn", { delay: formatDuration(about.delayS * 1000) })} />
          )}
        </>
      );
    case "model":
      return (
        <>
          <Icon name="sparkles" size={14} className={classes.sign} />
          <span className={classes.plain}>
            {t("modelCall", { round: about.call.round, model: about.call.model || about.call.provider })}
          </span>
        </>
      );
    case "tool": {
      const { result, translations } = about.call;
      const message = storedText({ message: textOf(result?.message), translations });
      return (
        <>
          <Icon name="tool" size={14} className={classes.sign} />
          <StatusDot status={status} />
          <span className={classes.plain}>{titleOf(about.call.toolId, about.call.title)}</span>
          {about.call.testMode && <span className={classes.badge}>{t("inspector:testMode")}</span>}
          {about.live ? (
            <Words text={about.live} />
          ) : (
            message && <Words tone={status === "failed" ? "failed" : undefined} text={message} />
          )}
        </>
      );
    }
    case "wait": {
      const { kind, dueAt, to, answer } = about.wait;
      const decision =
        answer && t(`approvals:decision.${answer.decision}`, { defaultValue: answer.decision });
      return (
        <>
          <Icon name="hourglass" size={14} className={classes.sign} />
          <span className={classes.plain}>
            {t("inspector:waiting", { kind: t(`approvals:kind.${kind}`, { defaultValue: kind }) })}
          </span>
          {answer && <Words text={t("answer", { decision, name: answer.by })} />}
          {to === null && dueAt && (
            <Words text={t("waitsUntil", { time: formatDateTime(dueAt, currentLanguage()) })} />
          )}
        </>
      );
    }
    case "note":
      return <NoteText entry={about.entry} />;
  }
}

/** Words that may be cut off; the whole of them is the tooltip. */
function Words({ text, tone }: { text: string; tone?: "failed" | "waiting" | undefined }) {
  return (
    <span className={classes.words} data-tone={tone} title={text}>
      {text}
    </span>
  );
}

/** Status of the whole run; for a failed run, also the error and the failed node. */
type RunNameProps = { run: RunSummary; status: Status; error: RunError | null };

function RunName({ run, status, error }: RunNameProps) {
  const { t } = useTranslation("dock");
  return (
    <>
      <span className={classes.strong}>{t("run")}</span>
      <RunStatusBadge run={{ status, nothing_ran: run.nothing_ran }} />
      {error && (
        <span className={classes.words} data-tone="failed" title={storedText(error)}>
          {storedText(error)}
        </span>
      )}
      {error && <FailurePlace error={error} />}
    </>
  );
}
