/** Deliveries of a trigger, newest first: outcome, and redelivery. */

import { useTranslation } from "react-i18next";
import { useDeliveries } from "@/api/queries/triggers";
import type { Trigger } from "@/api/types";
import { LoadMore } from "@/components/load-more";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useDocument } from "@/stores/document-store";
import { DeliveryRow } from "./delivery-row";
import { RejectedAgain } from "./rejected-again";

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
