/** When a schedule is due next by the settings on the screen; start it now, or run past times. */

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { useDueTimes } from "@/api/queries/triggers";
import { queryKeys } from "@/api/query-keys";
import type { NodeDoc, Trigger } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useErrorText } from "@/components/use-error-text";
import { currentLanguage } from "@/i18n";
import { formatMoment } from "@/i18n/format";
import { useDocument } from "@/stores/document-store";
import { BackfillButton } from "./backfill-button";

type Props = { node: NodeDoc; trigger: Trigger | undefined };

export function ScheduleSection({ node, trigger }: Props) {
  const { t } = useTranslation("triggers");
  const readOnly = useDocument((state) => state.readOnly);
  const due = useDueTimes(node.type, node.config);
  const times = due.data?.times ?? [];
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const errorText = useErrorText();
  return (
    <section className={classes.section} aria-label={t("times.title")}>
      <h2 className={classes.title}>{t("times.title")}</h2>
      {due.isError && <p className={classes.error}>{errorText(due.error).text}</p>}
      {due.isSuccess && times.length === 0 && <p className={classes.quiet}>{t("times.none")}</p>}
      {!due.isError && times.length > 0 && (
        <>
          <ol className={classes.times}>
            {times.map((time) => (
              <li key={time}>
                <time dateTime={time}>{formatMoment(time, currentLanguage())}</time>
              </li>
            ))}
          </ol>
          <p className={classes.quiet}>{t("times.zone", { zone: timeZone })}</p>
        </>
      )}
      {trigger && isPublished(trigger) && !readOnly && (
        <div className={classes.row}>
          <StartNowButton trigger={trigger} />
          <BackfillButton trigger={trigger} />
        </div>
      )}
    </section>
  );
}

function StartNowButton({ trigger: { workflow, node_key: key } }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const client = useQueryClient();
  const errorText = useErrorText();
  const start = useMutation({
    mutationFn: () => api.triggers.startNow(workflow.id, key),
    onSuccess: () => {
      notifyDone(t("control.started"));
      void client.invalidateQueries({ queryKey: queryKeys.triggers(workflow.id) });
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  return (
    <Button size="xs" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
      {t("control.startNow")}
    </Button>
  );
}
