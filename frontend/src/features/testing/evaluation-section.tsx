import { Button, Group, Select } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import { useEvaluationRounds } from "@/api/tests";
import type { Evaluation } from "@/api/types";
import { useVersions } from "@/api/workflows";
import { Icon } from "@/components/icon";
import { useSave } from "@/components/use-save";
import { EvaluationEditor } from "@/features/testing/evaluation-editor";
import { EvaluationTable } from "@/features/testing/evaluation-table";
import classes from "@/features/testing/testing.module.css";

type Props = { evaluation: Evaluation; canEdit: boolean };

const NOW = "now";

/** One table: which versions to run it for, and what came of the last time. */
export function EvaluationSection({ evaluation, canEdit }: Props) {
  const { t } = useTranslation("testing");
  const versions = useVersions(evaluation.workflow);
  const rounds = useEvaluationRounds(evaluation.id);
  const [left, setLeft] = useState<string>(NOW);
  const [right, setRight] = useState<string | null>(null);
  const [editing, { open, close }] = useDisclosure(false);
  const begin = useSave(
    () =>
      ask("post", "/api/evaluations/{evaluation_id}/rounds/", {
        ...at({ evaluation_id: evaluation.id }),
        body: { versions: (right === null ? [left] : [left, right]).map(numberOf) },
      }),
    { refreshes: [`/api/evaluations/${evaluation.id}/rounds/`] },
  );
  const choices = [
    { value: NOW, label: t("evaluation.now") },
    ...(versions.data?.pages.flatMap((page) => page.results) ?? []).map(({ number }) => ({
      value: String(number),
      label: t("evaluation.version", { number }),
    })),
  ];
  const last = rounds.data?.[0];
  return (
    <section className={classes.section} aria-label={evaluation.name}>
      <Group justify="space-between" align="flex-end">
        <div>
          <h2 className={classes.name}>{evaluation.name}</h2>
          <span className={classes.quiet}>{t("evaluation.count", { count: evaluation.cases.length })}</span>
        </div>
        {canEdit && (
          <Group gap="xs" align="flex-end">
            <Select
              size="xs"
              label={t("evaluation.left")}
              data={choices}
              value={left}
              onChange={(value) => setLeft(value ?? NOW)}
            />
            <Select
              size="xs"
              label={t("evaluation.right")}
              data={choices}
              value={right}
              clearable
              placeholder={t("evaluation.none")}
              onChange={setRight}
            />
            <Button size="xs" variant="default" onClick={open}>
              {t("edit")}
            </Button>
            <Button
              size="xs"
              leftSection={<Icon name="player-play" size={14} />}
              loading={begin.isPending}
              onClick={() => begin.mutate()}
            >
              {t("run")}
            </Button>
          </Group>
        )}
      </Group>
      {last && <EvaluationTable roundId={last.id} canEdit={canEdit} />}
      {editing && (
        <EvaluationEditor workflowId={evaluation.workflow} evaluation={evaluation} onClose={close} />
      )}
    </section>
  );
}

function numberOf(choice: string): number | null {
  return choice === NOW ? null : Number(choice);
}
