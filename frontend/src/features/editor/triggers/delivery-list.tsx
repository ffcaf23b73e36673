/** Deliveries of a trigger, newest first: outcome, and redelivery. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useRefresh } from "@/api/cache";
import { ask, at } from "@/api/http";
import { useDeliveries } from "@/api/triggers";
import type { Trigger } from "@/api/types";
import { LoadMore } from "@/components/load-more";
import { notifyDone, notifyFailed } from "@/components/notify";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useSave } from "@/components/use-save";
import { DeliveryRow } from "@/features/editor/triggers/delivery-row";
import { useDocument } from "@/stores/document-store";

export function DeliveryList({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const readOnly = useDocument((state) => state.readOnly);
  const query = useDeliveries(trigger.workflow.id, trigger.node_key, trigger.last_delivery?.id);
  const rows = query.data?.pages.flatMap((page) => page.results) ?? [];
  const hasRejected = rows.some(({ status }) => status === "rejected");
  return (
    <section className={classes.section} aria-label={t("deliveries.title")}>
      <h2 className={classes.title}>{t("deliveries.title")}</h2>
      {rows.length === 0 && <p className={classes.quiet}>{t("deliveries.none")}</p>}
      {hasRejected && isPublished(trigger) && !readOnly && (
        <div className={classes.row}>
          <RejectedAgain trigger={trigger} />
        </div>
      )}
      <ul className={classes.list}>
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} trigger={trigger} />
        ))}
      </ul>
      <LoadMore query={query} />
    </section>
  );
}

/** Sends all rejected deliveries again, once the workflow fits them. */
function RejectedAgain({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const refresh = useRefresh();
  const { workflow, node_key: key } = trigger;
  const again = useSave(
    async () => {
      const sum = { started: 0, refused: 0 };
      let after: string | null = null;
      do {
        const part: { started: number; refused: number; last: string | null } = await ask(
          "post",
          "/api/workflows/{workflow_id}/triggers/{node_key}/deliveries/rejected/",
          { ...at({ workflow_id: workflow.id, node_key: key }), body: { after } },
        );
        sum.started += part.started;
        sum.refused += part.refused;
        after = part.last;
      } while (after !== null);
      return sum;
    },
    {
      onSuccess: ({ started, refused }) => {
        const sent = t("deliveries.allSent", { count: started });
        if (refused > 0)
          notifyFailed({ title: sent, text: t("deliveries.stillRefused", { count: refused }) });
        else notifyDone(sent);
      },
      onSettled: () => refresh(`/api/workflows/${workflow.id}/triggers/${key}/deliveries/`),
    },
  );
  return (
    <Button size="compact-xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
      {t("deliveries.allAgain")}
    </Button>
  );
}
