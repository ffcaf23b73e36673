/** The runs of this workflow, newest first; one press shows one of them on the canvas. */

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRuns } from "@/api/runs";
import type { RunSummary, Status } from "@/api/types";
import { useEditor } from "@/commands/editor-context";
import { Duration } from "@/components/duration";
import { EmptyState } from "@/components/empty-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryList } from "@/components/query-list";
import { RelativeTime } from "@/components/relative-time";
import { RunBadges } from "@/components/run-badges";
import { RunStatusBadge } from "@/components/run-status-badge";
import { isFinal } from "@/components/status";
import { StatusSelect } from "@/components/status-select";
import { TableHead } from "@/components/table";
import { currentLanguage } from "@/i18n";
import { formatCount } from "@/i18n/format";
import { useDocument } from "@/stores/document-store";
import { useRun } from "@/stores/run-store";
import classes from "./past-runs.module.css";

const COLUMNS = ["status", "started", "by", "duration", "tokens", "cost"] as const;

export function PastRuns() {
  const { t } = useTranslation("runs");
  const dock = useTranslation("dock").t;
  const workflow = useDocument((state) => state.workflowId);
  const shown = useRun((state) => state.run?.id);
  const [status, setStatus] = useState<Status>();
  const query = useRuns({ workflow, kind: "run", ...(status && { status }) });
  const runs = query.data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <div className={classes.runs}>
      <StatusSelect size="xs" value={status} onChange={setStatus} />
      <QueryList
        query={query}
        rows={runs}
        pending={<PageSkeleton rows={3} />}
        empty={
          <EmptyState
            icon="history"
            title={status ? t("noMatch.title") : dock("noRun")}
            text={status ? dock("otherStatus") : dock("noRunText")}
          />
        }
      >
        <table className={classes.table} aria-label={dock("tab.runs")}>
          <TableHead columns={COLUMNS} title={(column) => t(`column.${column}`)} />
          <tbody>
            {runs.map((run) => (
              <PastRun key={run.id} run={run} isShown={run.id === shown} />
            ))}
          </tbody>
        </table>
      </QueryList>
    </div>
  );
}

function PastRun({ run, isShown }: { run: RunSummary; isShown: boolean }) {
  const { t } = useTranslation("runs");
  const editor = useEditor();
  const nodes = useDocument((state) => state.nodes);
  const tokens = run.usage.input_tokens + run.usage.output_tokens;
  const cost = run.usage.cost ?? 0;
  return (
    <tr className={classes.row} aria-current={isShown || undefined}>
      <td>
        <RunStatusBadge run={run} />
      </td>
      <td>
        <button type="button" className={classes.cover} onClick={() => editor.showPastRun(run.id)}>
          <RelativeTime iso={run.started_at ?? run.created_at} />
        </button>
        <RunBadges run={run} nodes={Object.values(nodes)} />
      </td>
      <td>{run.created_by?.username ?? t(`trigger.${run.trigger}`, run.trigger)}</td>
      <td data-number>
        <Duration ms={run.duration_ms} since={isFinal(run.status) ? null : run.started_at} />
      </td>
      <td data-number>{tokens > 0 ? formatCount(tokens, currentLanguage()) : "–"}</td>
      <td data-number>{cost > 0 ? cost.toFixed(4) : "–"}</td>
    </tr>
  );
}
