import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { EvaluationRound } from "@/api/types";
import { Icon } from "@/components/icon";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import classes from "@/features/testing/testing.module.css";

type Props = { summary: EvaluationRound["summary"]; canEdit: boolean };

/** Progress of a round, with a button to stop it; empty at its end. */
export function RoundState({ summary, canEdit }: Props) {
  const { t } = useTranslation("testing");
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const cancel = useMutation({
    mutationFn: () => api.evaluations.cancelRound(summary.id),
    onSuccess: (round) => queryClient.setQueryData(queryKeys.evaluationRound(summary.id), round),
    onError: (error) => notifyFailed(errorText(error)),
  });
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
