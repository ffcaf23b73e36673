/** Name and outcome of a timeline row, in words. */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useKnowledgeBases } from "@/api/knowledge";
import type { RunError, RunSummary, Status } from "@/api/types";
import { Icon } from "@/components/icon";
import { FailurePlace } from "@/components/run-detail/failure-place";
import { RunStatusBadge } from "@/components/run-status-badge";
import { StatusDot } from "@/components/status-dot";
import classes from "@/components/trace/trace.module.css";
import { useToolTitle } from "@/components/use-tool-title";
import { textOf } from "@/document/config";
import { currentLanguage } from "@/i18n";
import { formatDateTime, formatDuration } from "@/i18n/format";
import { localText } from "@/i18n/local-text";
import { storedText } from "@/i18n/stored-text";
import type { TraceEntry } from "@/runs/state";
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

type Entry<Kind extends TraceEntry["kind"]> = Extract<TraceEntry, { kind: Kind }>;

/** A fact without a length: what was offered, looked up, started, written down. */
function NoteText({ entry }: { entry: TraceEntry }) {
  const { t } = useTranslation("dock");
  const titleOf = useToolTitle();
  switch (entry.kind) {
    case "knowledge":
    case "knowledge_skipped":
      return <KnowledgeNote entry={entry} />;
    case "child_run":
      return <ChildRunNote entry={entry} />;
    case "run":
      return <Note text={t(`event.${entry.event}`)} />;
    case "tools_offered":
      return <Note text={t("toolsOffered", { count: entry.count })} />;
    case "tool_skipped": {
      const reason = t(`inspector:skipped.${entry.code}`, { defaultValue: localText(entry.message) });
      return <Note text={t("toolSkipped", { name: titleOf(entry.toolId, entry.title), reason })} />;
    }
    case "again":
      return <Note text={t("again")} />;
    case "log":
      return <Note text={entry.message} />;
    default:
      return null;
  }
}

function Note({ text }: { text: string }) {
  return (
    <>
      <Icon name="info-circle" size={14} className={classes.sign} />
      <span className={classes.words} title={text}>
        {text}
      </span>
    </>
  );
}

/** Row about a knowledge base, which a node names by id or short name. */
function KnowledgeNote({ entry }: { entry: Entry<"knowledge" | "knowledge_skipped"> }) {
  const { t } = useTranslation("dock");
  const stored = useKnowledgeBases().data;
  const name = stored?.find(({ id, slug }) => entry.base === id || entry.base === slug)?.name ?? entry.base;
  if (entry.kind === "knowledge_skipped") {
    return <Note text={t("knowledgeSkipped", { name, reason: localText(entry.message) })} />;
  }
  const cut = entry.shown < entry.found ? ` · ${t("knowledgeShown", { count: entry.shown })}` : "";
  return (
    <>
      <Icon name="book" size={14} className={classes.sign} />
      <span className={classes.words}>{t("knowledge", { name, count: entry.found }) + cut}</span>
    </>
  );
}

/** Start or end of a call's child run; links to the run, which has its own steps. */
function ChildRunNote({ entry }: { entry: Entry<"child_run"> }) {
  const { t } = useTranslation("dock");
  const name = entry.title || entry.runId;
  return (
    <>
      {entry.end === null ? (
        <Icon name="sitemap" size={14} className={classes.sign} />
      ) : (
        <StatusDot status={entry.end} />
      )}
      <span className={classes.words}>
        {t(entry.end === null ? "childStarted" : "childEnded", { name })}{" "}
        <Link to={`/runs/${entry.runId}`} aria-label={t("openChildOf", { name })}>
          {t("openChild")}
        </Link>
      </span>
    </>
  );
}
