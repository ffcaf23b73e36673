import { useTranslation } from "react-i18next";
import type { NodeDoc, Trigger } from "@/api/types";
import { CallExamples } from "@/components/triggers/call-examples";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useExampleBody } from "./use-example-body";
import { usePrepared } from "./use-prepared";
import { useSender } from "./use-sender";

type Props = { node: NodeDoc; trigger: Trigger | undefined };

/** The address of a webhook: made when its panel is first opened, and kept for ever. */
export function WebhookAddress({ node, trigger }: Props) {
  const { t } = useTranslation("triggers");
  const body = useExampleBody(node);
  const { title } = useSender(node);
  usePrepared(node.key);
  return (
    <section className={classes.section} aria-label={t("address.title")}>
      <h2 className={classes.title}>{t("address.title")}</h2>
      {trigger ? (
        <CallExamples trigger={trigger} config={node.config} body={body} senderName={title} />
      ) : (
        <p className={classes.quiet}>{t("address.making")}</p>
      )}
      {trigger && !isPublished(trigger) && <p className={classes.quiet}>{t("address.publish")}</p>}
    </section>
  );
}
