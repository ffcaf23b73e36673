/** Wait for one request while nothing is live; what came is shown, and the draft can run with it. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ask, at } from "@/api/http";
import { useDelivery } from "@/api/triggers";
import type { Trigger } from "@/api/types";
import { Icon } from "@/components/icon";
import { RelativeTime } from "@/components/relative-time";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useSave } from "@/components/use-save";
import { ValueFields } from "@/components/value-view/value-fields";
import { ValuePlaceProvider } from "@/components/value-view/value-place";
import { useNow } from "@/hooks/use-now";
import { currentLanguage } from "@/i18n";
import { formatTime } from "@/i18n/format";
import { useRunDraft } from "./use-run-draft";

const PLACE = { root: ["trigger"], canRefer: true };

export function ListenButton({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const { workflow, node_key: key } = trigger;
  const listen = useSave(
    () =>
      ask(
        "post",
        "/api/workflows/{workflow_id}/triggers/{node_key}/listen/",
        at({ workflow_id: workflow.id, node_key: key }),
      ),
    { refreshes: [`/api/workflows/${workflow.id}/triggers/`] },
  );
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<Icon name="player-play" size={13} />}
      loading={listen.isPending}
      onClick={() => listen.mutate()}
    >
      {t("listen.start")}
    </Button>
  );
}

/** The trial: whether it waits, and what came last. */
export function ListenSection({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const now = useNow("slow");
  const last = trigger.last_delivery;
  const arrived = useDelivery(last?.id ?? null).data;
  const runDraft = useRunDraft();
  const until = trigger.listening_until;
  const isListening = until !== null && Date.parse(until) > now;
  return (
    <section className={classes.section} aria-label={t("listen.title")} aria-live="polite">
      {isPublished(trigger) ? (
        <p className={classes.quiet}>{t("listen.live")}</p>
      ) : (
        isListening && (
          <p className={classes.quiet}>
            {t("listen.waiting", { time: formatTime(until, currentLanguage()) })}
          </p>
        )
      )}
      {last && arrived && (
        <>
          <div className={classes.row}>
            <span className={classes.grow}>
              {t("listen.latest")} <RelativeTime iso={last.arrived_at} />
            </span>
            <Button size="xs" loading={runDraft.isPending} onClick={() => runDraft.mutate(last.id)}>
              {t("listen.run")}
            </Button>
          </div>
          <ValuePlaceProvider value={PLACE}>
            <ValueFields value={arrived.arrived} openLevels={1} />
          </ValuePlaceProvider>
        </>
      )}
    </section>
  );
}
