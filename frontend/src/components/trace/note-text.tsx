/** Things worth knowing that have no length, or none of their own: what was offered, looked up, started, written down. */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useKnowledgeBases } from "@/api/knowledge";
import { Icon } from "@/components/icon";
import { StatusDot } from "@/components/status-dot";
import { useToolTitle } from "@/components/use-tool-title";
import { localText } from "@/i18n/local-text";
import type { TraceEntry } from "@/runs/state";
import classes from "./trace.module.css";

type Entry<Kind extends TraceEntry["kind"]> = Extract<TraceEntry, { kind: Kind }>;

export function NoteText({ entry }: { entry: TraceEntry }) {
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
