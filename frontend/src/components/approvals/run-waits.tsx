import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { useApprovals } from "@/api/runs";
import { useNewestRun, useRun } from "@/stores/run-store";
import { ApprovalCard } from "./approval-card";
import classes from "./approvals.module.css";

type Props = {
  /** Called with true while a person is asked something, and with false at the end. */
  onAsked?: ((isAsked: boolean) => void) | undefined;
};

/** Open approvals of the displayed run. */
export function RunWaits({ onAsked }: Props) {
  const runId = useRun((state) => state.run?.id);
  const waits = useNewestRun((state) => state.waits);
  return runId !== undefined && waits > 0 ? (
    <OpenWaits runId={runId} waits={waits} onAsked={onAsked} />
  ) : null;
}

function OpenWaits({ runId, waits, onAsked }: Props & { runId: string; waits: number }) {
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
  const isAsked = rows.length > 0;
  useEffect(() => {
    onAsked?.(isAsked);
    return () => onAsked?.(false);
  }, [isAsked, onAsked]);
  if (!isAsked) return null;
  return (
    <section ref={list} className={classes.waits} data-waits aria-label={t("waits", { count: rows.length })}>
      {rows.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} />
      ))}
    </section>
  );
}
