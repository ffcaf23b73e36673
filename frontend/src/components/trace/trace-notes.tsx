/** Lines of the trace about what a node looked up, and about the runs that its calls started. */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useKnowledgeBases } from "@/api/knowledge";
import { Duration } from "@/components/duration";
import { Icon } from "@/components/icon";
import { StatusDot } from "@/components/status-dot";
import { localText } from "@/i18n/local-text";
import type { TraceEntry } from "@/runs/state";
import classes from "./trace.module.css";

type Entry<Kind extends TraceEntry["kind"]> = Extract<TraceEntry, { kind: Kind }>;

/** What a row says about a knowledge base; a node names it by its id or by its short name. */
export function KnowledgeNote({ entry }: { entry: Entry<"knowledge" | "knowledge_skipped"> }) {
  const { t } = useTranslation("dock");
  const stored = useKnowledgeBases().data;
  const name = stored?.find(({ id, slug }) => entry.base === id || entry.base === slug)?.name ?? entry.base;
  if (entry.kind === "knowledge_skipped") {
    const reason = localText(entry.message);
    return (
      <>
        <Icon name="info-circle" size={14} />
        <span className={classes.note}>{t("knowledgeSkipped", { name, reason })}</span>
      </>
    );
  }
  return (
    <>
      <Icon name="book" size={14} />
      <span className={classes.note}>
        {t("knowledge", { name, count: entry.found })}
        {entry.shown < entry.found && ` · ${t("knowledgeShown", { count: entry.shown })}`}
      </span>
      <span className={classes.time}>
        <Duration ms={entry.ms} />
      </span>
    </>
  );
}

/** A run that a call has started, or its end; it leads to the run, whose steps are its own. */
export function ChildRunRow({ entry, selected }: { entry: Entry<"child_run">; selected: boolean }) {
  const { t } = useTranslation("dock");
  const name = entry.title || entry.runId;
  return (
    <li className={classes.nested}>
      <div className={classes.row} data-selected={selected || undefined}>
        {entry.end === null ? <Icon name="sitemap" size={14} /> : <StatusDot status={entry.end} />}
        <span className={classes.note}>
          {t(entry.end === null ? "childStarted" : "childEnded", { name })}{" "}
          <Link to={`/runs/${entry.runId}`} aria-label={t("openChildOf", { name })}>
            {t("openChild")}
          </Link>
        </span>
      </div>
    </li>
  );
}
