import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { useApprovals } from "@/api/runs";
import { useNewestRun, useRun } from "@/stores/run-store";
import { ApprovalCard } from "./approval-card";
import classes from "./approvals.module.css";

/** Open approvals of the displayed run. */
export function RunWaits() {
  const runId = useRun((state) => state.run?.id);
  const waits = useNewestRun((state) => state.waits);
  return runId !== undefined && waits > 0 ? <OpenWaits runId={runId} waits={waits} /> : null;
}

function OpenWaits({ runId, waits }: { runId: string; waits: number }) {
  const { t } = useTranslation("approvals");
  const refresh = useRefresh();
  const { data } = useApprovals({ status: "open", run: runId });
  // The run tells that something began or ceased to wait; the lists know what.
  useEffect(() => {
    if (waits > 0) void refresh("/api/approvals/");
  }, [waits, refresh]);
  const rows = data?.pages.flatMap((page) => page.results) ?? [];
  const list = useRef<HTMLElement>(null);
  const newest = rows[0]?.id;
  // They stand at the end of the steps, where a reader of a long run may not be.
  useEffect(() => {
    if (newest !== undefined) list.current?.scrollIntoView({ block: "nearest" });
  }, [newest]);
  if (rows.length === 0) return null;
  return (
    <section ref={list} className={classes.waits} data-waits aria-label={t("waits", { count: rows.length })}>
      {rows.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} />
      ))}
    </section>
  );
}
