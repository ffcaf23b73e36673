/** When a schedule is due next by the settings on the screen; start it now, or run past times. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { useDueTimes } from "@/api/triggers";
import type { NodeDoc, Trigger } from "@/api/types";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useErrorText } from "@/components/use-error-text";
import { useSave } from "@/components/use-save";
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
  const refresh = useRefresh();
  const start = useSave(
    () =>
      ask(
        "post",
        "/api/workflows/{workflow_id}/triggers/{node_key}/start/",
        at({ workflow_id: workflow.id, node_key: key }),
      ),
    { done: t("control.started"), onSuccess: () => void refresh(`/api/workflows/${workflow.id}/triggers/`) },
  );
  return (
    <Button size="xs" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
      {t("control.startNow")}
    </Button>
  );
}
