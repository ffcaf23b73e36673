import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useEvaluationRound } from "@/api/queries/tests";
import type { EvaluationScore } from "@/api/types";
import { ErrorState } from "@/components/error-state";
import { PageSkeleton } from "@/components/page-skeleton";
import { Table } from "@/components/table";
import { RoundState } from "@/features/testing/round-state";
import classes from "@/features/testing/testing.module.css";
import { useLocalText } from "@/i18n/local-text";

const SIDES = ["left", "right"] as const;

/** The scores of one round, case by case, the two versions beside each other. */
export function EvaluationTable({ roundId, canEdit }: { roundId: string; canEdit: boolean }) {
  const { t } = useTranslation("testing");
  const round = useEvaluationRound(roundId);
  if (round.isPending) return <PageSkeleton rows={3} />;
  if (round.isError) return <ErrorState error={round.error} onRetry={() => void round.refetch()} />;
  const { summary, cases, scores } = round.data;
  const sides = SIDES.filter((side) => summary[side] !== null);
  return (
    <>
      <RoundState summary={summary} canEdit={canEdit} />
      <Table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("evaluation.case")}</th>
            {sides.map((side) => (
              <th key={side} scope="col">
                <VersionName number={summary[side]?.number ?? null} /> · {percent(summary.sums[side])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.map((row, index) => (
            <tr key={String(row.name)}>
              <td>{String(row.name)}</td>
              {sides.map((side) => (
                <td key={side}>
                  <ScoreCell score={scores.find((one) => one.case === index && one.side === side)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function ScoreCell({ score }: { score: EvaluationScore | undefined }) {
  const local = useLocalText();
  if (score === undefined || score.score === null) return <span className={classes.quiet}>…</span>;
  return (
    <>
      {score.run ? <Link to={`/runs/${score.run}`}>{percent(score.score)}</Link> : percent(score.score)}{" "}
      <span className={classes.quiet}>{score.reason && local(score.reason)}</span>
    </>
  );
}

function VersionName({ number }: { number: number | null }) {
  const { t } = useTranslation("testing");
  return <>{number === null ? t("evaluation.unpublished") : t("evaluation.version", { number })}</>;
}

function percent(score: number | null): string {
  return score === null ? "…" : `${Math.round(score * 100)} %`;
}
