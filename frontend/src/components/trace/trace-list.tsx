/** Every step of the run in order; a click selects the node on the canvas, and the other way round. */

import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import { shownScope } from "@/runs/passes";
import { isOpen } from "@/runs/state";
import { useRun } from "@/stores/run-store";
import { selectedNode, useUi } from "@/stores/ui-store";
import classes from "./trace.module.css";
import { TraceRow } from "./trace-row";
import { useFollowEnd } from "./use-follow-end";

export function TraceList() {
  const { t } = useTranslation("dock");
  const trace = useRun((state) => state.trace);
  const leftOut = useRun((state) => state.leftOut);
  const running = useRun((state) => isOpen(state.status));
  const selected = useUi(selectedNode);
  const scope = useRun((state) => (selected === null ? null : shownScope(state, selected)));
  const list = useRef<HTMLOListElement>(null);
  const { length } = trace;
  useFollowEnd(list, length, running);
  if (length === 0) return <EmptyState icon="player-play" title={t("noRun")} text={t("noRunText")} />;
  return (
    <ol ref={list} className={classes.trace}>
      {leftOut > 0 && (
        <li className={classes.runRow}>
          {t("leftOut", { count: leftOut, steps: formatCount(leftOut, currentLanguage()) })}
        </li>
      )}
      {trace.map((entry) => (
        <TraceRow
          key={entry.id}
          entry={entry}
          selected={entry.kind !== "run" && entry.nodeKey === selected && entry.scope === scope}
        />
      ))}
    </ol>
  );
}
