import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useComparison, useRunSnapshot } from "@/api/queries/runs";
import type { Run, RunComparison } from "@/api/types";
import { Duration } from "@/components/duration";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { RunBadges } from "@/components/run-badges";
import { StatusBadge } from "@/components/status-badge";
import { Table } from "@/components/table";
import classes from "@/features/runs/compare.module.css";
import { ComparePath } from "@/features/runs/compare-path";
import { CompareRow } from "@/features/runs/compare-row";
import { spentText } from "@/features/runs/spent-text";
import { useComparedPass } from "@/features/runs/use-compared-pass";

/** Two runs node by node: how each went, what it took, and where their outputs differ. */
export function ComparePage() {
  const { t } = useTranslation("runs");
  const { id = "" } = useParams();
  const { other, scope } = useComparedPass();
  const run = useRunSnapshot(id);
  const compared = useRunSnapshot(other);
  const query = useComparison(id, other, scope);
  const name = run.data?.workflow.name ?? "";
  return (
    <Page title={t("comparison.title", { name })}>
      {other === "" && (
        <EmptyState icon="arrows-diff" title={t("again.compare")} text={t("comparison.choose")} />
      )}
      {other !== "" && query.isPending && <PageSkeleton rows={6} />}
      {query.isError && <ErrorState error={query.error} list="runs" onRetry={() => void query.refetch()} />}
      {scope !== "" && <ComparePath />}
      {query.data && <Comparison comparison={query.data} runs={{ left: run.data, right: compared.data }} />}
    </Page>
  );
}

type ComparisonProps = {
  comparison: RunComparison;
  /** Data of the runs themselves. */
  runs: Record<"left" | "right", Run | undefined>;
};

function Comparison({ comparison: { left, right, rows }, runs }: ComparisonProps) {
  const { t } = useTranslation("runs");
  return (
    <Table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t("comparison.node")}</th>
          {(["left", "right"] as const).map((side) => {
            const run = side === "left" ? left : right;
            return (
              <th key={side} scope="col">
                <Link to={`/runs/${run.id}`}>{t(`comparison.${side}`)}</Link>
                {runs[side] && <RunBadges run={runs[side]} />}
                <span className={classes.spent}>
                  <StatusBadge status={run.status} />
                  <Duration ms={run.duration_ms} />
                  {spentText(run, t)}
                </span>
              </th>
            );
          })}
          <th scope="col">{t("comparison.output")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CompareRow key={`${row.scope}:${row.node_key}`} row={row} />
        ))}
      </tbody>
    </Table>
  );
}
