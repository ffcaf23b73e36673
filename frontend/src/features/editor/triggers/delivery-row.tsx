import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { useDelivery } from "@/api/triggers";
import type { Delivery, Status, Trigger } from "@/api/types";
import { RelativeTime } from "@/components/relative-time";
import { RunStatusBadge } from "@/components/run-status-badge";
import statusClasses from "@/components/status.module.css";
import { TextButton } from "@/components/text-button";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useSave } from "@/components/use-save";
import { ValueFields } from "@/components/value-view/value-fields";
import { storedText } from "@/i18n/stored-text";
import { useDocument } from "@/stores/document-store";

const COLOURS: Readonly<Record<Delivery["status"], Status>> = {
  started: "succeeded",
  waiting: "waiting",
  skipped: "skipped",
  rejected: "failed",
  example: "queued",
  malformed: "failed",
};

type Props = { delivery: Delivery; trigger: Trigger };

export function DeliveryRow({ delivery, trigger }: Props) {
  const { t } = useTranslation("triggers");
  const refresh = useRefresh();
  const readOnly = useDocument((state) => state.readOnly);
  const [isShown, setShown] = useState(false);
  const arrived = useDelivery(isShown ? delivery.id : null).data?.arrived;
  const workflow = trigger.workflow.id;
  const again = useSave(
    () =>
      ask("post", "/api/deliveries/{delivery_id}/runs/", {
        ...at({ delivery_id: delivery.id }),
        body: { draft: false },
      }),
    {
      done: t("deliveries.sent"),
      onSuccess: () => void refresh(`/api/workflows/${workflow}/triggers/${trigger.node_key}/deliveries/`),
    },
  );
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span className={statusClasses.badge} data-status={COLOURS[delivery.status]}>
          <span>{t(`deliveries.status.${delivery.status}`)}</span>
        </span>
        <span className={classes.grow}>
          <RelativeTime iso={delivery.arrived_at} />
        </span>
        {isPublished(trigger) && !readOnly && delivery.status !== "malformed" && (
          <TextButton disabled={again.isPending} onClick={() => again.mutate()}>
            {t("deliveries.again")}
          </TextButton>
        )}
        <TextButton aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t("deliveries.show")}
        </TextButton>
      </div>
      {delivery.error && <p className={classes.error}>{storedText(delivery.error)}</p>}
      {delivery.runs.length > 0 && (
        <div className={classes.row}>
          {delivery.runs.map((run) => (
            <Link key={run.id} to={`/runs/${run.id}`} aria-label={t("deliveries.run")}>
              <RunStatusBadge run={run} />
            </Link>
          ))}
        </div>
      )}
      {delivery.reply && (
        <BotReply delivery={delivery.id} reply={delivery.reply} trigger={trigger} canSend={!readOnly} />
      )}
      {isShown && arrived && <ValueFields value={arrived} openLevels={1} />}
    </li>
  );
}

type BotReplyProps = {
  delivery: string;
  reply: NonNullable<Delivery["reply"]>;
  trigger: Trigger;
  canSend: boolean;
};

/** The answer on its way into the chat; one that did not arrive can be sent again. */
function BotReply({ delivery, reply, trigger, canSend }: BotReplyProps) {
  const { t } = useTranslation("triggers");
  const again = useSave(
    () => ask("post", "/api/deliveries/{delivery_id}/reply/", at({ delivery_id: delivery })),
    { refreshes: [`/api/workflows/${trigger.workflow.id}/triggers/${trigger.node_key}/deliveries/`] },
  );
  const isLost = reply.status === "failed" || reply.status === "unknown";
  return (
    <>
      <div className={classes.row}>
        <span className={classes.grow}>{t(`bot.reply.${reply.status}`)}</span>
        {isLost && canSend && (
          <TextButton disabled={again.isPending} onClick={() => again.mutate()}>
            {t("bot.sendAgain")}
          </TextButton>
        )}
      </div>
      {reply.problem !== "" && reply.status !== "sent" && <p className={classes.error}>{reply.problem}</p>}
    </>
  );
}
