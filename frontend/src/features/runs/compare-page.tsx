import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useComparison, useRunSnapshot } from "@/api/runs";
import type { ComparisonRow, Run, RunComparison } from "@/api/types";
import { Duration } from "@/components/duration";
import { EmptyState } from "@/components/empty-state";
import { ChangeList } from "@/components/field-diff/change-list";
import { Icon } from "@/components/icon";
import { Page } from "@/components/page";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { RunBadges } from "@/components/run-badges";
import { RunStatusBadge } from "@/components/run-status-badge";
import { StatusDot } from "@/components/status-dot";
import { Table } from "@/components/table";
import { TextButton } from "@/components/text-button";
import { compareDocuments } from "@/document/compare";
import { toDocument } from "@/document/types";
import { ChangedPlace } from "@/features/runs/changed-place";
import classes from "@/features/runs/compare.module.css";
import { ComparePath } from "@/features/runs/compare-path";
import { useComparedPass } from "@/features/runs/use-compared-pass";
import { currentLanguage } from "@/i18n";
import { formatCount, formatDateTime } from "@/i18n/format";

/** Two runs: how their settings differ, then node by node how each went, what it took, and where their outputs differ. */
export function ComparePage() {
  const { t } = useTranslation("runs");
  const { id = "" } = useParams();
  const { other, scope } = useComparedPass();
  const run = useRunSnapshot(id);
  const compared = useRunSnapshot(other);
  const query = useComparison(id, other, scope);
  const name = run.data?.workflow.name ?? "";
  return (
    <Page
      title={t("comparison.title", { name })}
      actions={
        <Button
          component={Link}
          to={`/runs/${id}`}
          variant="default"
          leftSection={<Icon name="arrow-left" />}
        >
          {t("comparison.back")}
        </Button>
      }
    >
      {other === "" ? (
        <EmptyState icon="arrows-diff" title={t("again.compare")} text={t("comparison.choose")} />
      ) : (
        <QueryState query={query} pending={<PageSkeleton rows={6} />} list="runs" />
      )}
      {scope !== "" && <ComparePath />}
      {scope === "" && run.data && compared.data && <CompareSettings left={run.data} right={compared.data} />}
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
                {runs[side] && <RunBadges run={runs[side]} nodes={runs[side].document.nodes} />}
                {runs[side] && <StartTime run={runs[side]} />}
                <span className={classes.spent}>
                  <RunStatusBadge run={run} />
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

function StartTime({ run }: { run: Run }) {
  const at = run.started_at ?? run.created_at;
  return (
    <time className={classes.time} dateTime={at}>
      {formatDateTime(at, currentLanguage())}
    </time>
  );
}

/** One node in both runs; its differences unfold below it. */
function CompareRow({ row }: { row: ComparisonRow }) {
  const { t } = useTranslation("runs");
  const { addressOfPass } = useComparedPass();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr data-same={row.same || undefined}>
        <th scope="row">
          {row.name}
          {row.passes > 0 && (
            <Link className={classes.inside} to={addressOfPass(`${row.scope}/${row.node_key}.0`)}>
              {t("comparison.passes", { count: row.passes })}
              <Icon name="chevron-right" size={13} />
            </Link>
          )}
        </th>
        {[row.left, row.right].map((side, at) => (
          <td key={at === 0 ? "left" : "right"}>
            {side ? (
              <span className={classes.spent}>
                <StatusDot status={side.status} />
                {side.status === "skipped" ? (
                  <span className={classes.quiet}>{t("common:status.skipped")}</span>
                ) : (
                  <Duration ms={side.duration_ms} />
                )}
                {spentText(side, t)}
              </span>
            ) : (
              <span className={classes.quiet}>{t("comparison.missing")}</span>
            )}
          </td>
        ))}
        <td>
          {row.same && <span className={classes.quiet}>{t("comparison.same")}</span>}
          {!row.same && row.changes.length === 0 && t("comparison.statusDiffers")}
          {row.changes.length > 0 && (
            <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t("comparison.differs", { count: row.changes.length })}
            </TextButton>
          )}
        </td>
      </tr>
      {isOpen &&
        row.changes.map((change) => <ChangedPlace key={change.path} node={row.node_key} change={change} />)}
    </>
  );
}

type Spent = Pick<RunComparison["left"], "usage" | "cost">;

/** Tokens and money, where there were any. */
function spentText({ usage, cost }: Spent, t: TFunction<"runs">): string {
  const tokens = usage.input_tokens + usage.output_tokens;
  const parts = [
    tokens > 0 ? t("run.tokens", { count: tokens, tokens: formatCount(tokens, currentLanguage()) }) : "",
    cost ? `${t("comparison.cost")} ${cost.toFixed(4)}` : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Differences of the settings and prompts with which two runs were made. */
function CompareSettings({ left, right }: Record<"left" | "right", Run>) {
  const { t } = useTranslation("runs");
  const before = useMemo(() => toDocument(left.document), [left]);
  const after = useMemo(() => toDocument(right.document), [right]);
  const comparison = useMemo(() => {
    const found = compareDocuments(before, after);
    return { ...found, nodes: found.nodes.filter(({ kind }) => kind !== "moved") };
  }, [before, after]);
  return (
    <section className={classes.settings} aria-label={t("comparison.settings")}>
      <h2 className={classes.heading}>{t("comparison.settings")}</h2>
      <ChangeList unfolded comparison={comparison} before={before} after={after} />
    </section>
  );
}
