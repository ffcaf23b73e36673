import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "@/api/client";
import { useDelivery } from "@/api/queries/triggers";
import { queryKeys } from "@/api/query-keys";
import type { Delivery, Status, Trigger } from "@/api/types";
import { notifyDone, notifyFailed } from "@/components/notify";
import { RelativeTime } from "@/components/relative-time";
import statusClasses from "@/components/status.module.css";
import { StatusBadge } from "@/components/status-badge";
import { TextButton } from "@/components/text-button";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useErrorText } from "@/components/use-error-text";
import { ValueFields } from "@/components/value-view/value-fields";
import { storedText } from "@/i18n/stored-text";
import { useDocument } from "@/stores/document-store";
import { BotReply } from "./bot-reply";

const COLOURS: Readonly<Record<Delivery["status"], Status>> = {
  started: "succeeded",
  waiting: "waiting",
  skipped: "skipped",
  rejected: "failed",
  example: "queued",
};

type Props = { delivery: Delivery; trigger: Trigger };

export function DeliveryRow({ delivery, trigger }: Props) {
  const { t } = useTranslation("triggers");
  const client = useQueryClient();
  const errorText = useErrorText();
  const readOnly = useDocument((state) => state.readOnly);
  const [isShown, setShown] = useState(false);
  const arrived = useDelivery(isShown ? delivery.id : null).data?.arrived;
  const workflow = trigger.workflow.id;
  const again = useMutation({
    mutationFn: () => api.deliveries.sendAgain(delivery.id, false),
    onSuccess: () => {
      notifyDone(t("deliveries.sent"));
      void client.invalidateQueries({ queryKey: queryKeys.deliveries(workflow, trigger.node_key) });
    },
    onError: (error) => notifyFailed(errorText(error)),
  });
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span className={statusClasses.badge} data-status={COLOURS[delivery.status]}>
          <span>{t(`deliveries.status.${delivery.status}`)}</span>
        </span>
        <span className={classes.grow}>
          <RelativeTime iso={delivery.arrived_at} />
        </span>
        {isPublished(trigger) && !readOnly && (
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
              <StatusBadge status={run.status} />
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
