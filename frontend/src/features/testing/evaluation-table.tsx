import { Button, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { cacheKey } from "@/api/cache";
import { ask, at } from "@/api/http";
import { useEvaluationRound } from "@/api/tests";
import type { EvaluationRound, EvaluationScore } from "@/api/types";
import { Icon } from "@/components/icon";
import { PageSkeleton } from "@/components/page-skeleton";
import { QueryState } from "@/components/query-list";
import { Table } from "@/components/table";
import { useSave } from "@/components/use-save";
import classes from "@/features/testing/testing.module.css";
import { useLocalText } from "@/i18n/local-text";

const SIDES = ["left", "right"] as const;

/** The scores of one round, case by case, the two versions beside each other. */
export function EvaluationTable({ roundId, canEdit }: { roundId: string; canEdit: boolean }) {
  const { t } = useTranslation("testing");
  const round = useEvaluationRound(roundId);
  if (!round.isSuccess) return <QueryState query={round} pending={<PageSkeleton rows={3} />} />;
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

type Props = { summary: EvaluationRound["summary"]; canEdit: boolean };

/** Progress of a round, with a stop button; hidden once the round has finished. */
function RoundState({ summary, canEdit }: Props) {
  const { t } = useTranslation("testing");
  const queryClient = useQueryClient();
  const cancel = useSave(
    () => ask("post", "/api/evaluation-rounds/{round_id}/cancel/", at({ round_id: summary.id })),
    {
      onSuccess: (round) =>
        queryClient.setQueryData(
          cacheKey("/api/evaluation-rounds/{round_id}/", at({ round_id: summary.id })),
          round,
        ),
    },
  );
  if (summary.cancelled) return <p className={classes.quiet}>{t("evaluation.stopped", summary.sums)}</p>;
  if (summary.finished_at) return null;
  return (
    <Group gap="xs">
      <p className={classes.quiet}>{t("evaluation.going", summary.sums)}</p>
      {canEdit && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Icon name="player-stop" size={12} />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {t("evaluation.stop")}
        </Button>
      )}
    </Group>
  );
}
