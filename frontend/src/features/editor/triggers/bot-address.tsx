import { useTranslation } from "react-i18next";
import type { NodeDoc, Trigger } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { usePrepared } from "./use-prepared";

type Props = { node: NodeDoc; trigger: Trigger | undefined };

/** The address that a chat service sends messages to: made when the panel is first opened, and kept. */
export function BotAddress({ node, trigger }: Props) {
  const { t } = useTranslation("triggers");
  usePrepared(node.key);
  return (
    <section className={classes.section} aria-label={t("address.title")}>
      <h2 className={classes.title}>{t("address.title")}</h2>
      {trigger ? (
        <>
          <div className={classes.address}>
            <code className={classes.url} title={trigger.address}>
              {trigger.address}
            </code>
            <CopyButton text={trigger.address} />
          </div>
          <p className={classes.quiet}>{t("bot.enter")}</p>
        </>
      ) : (
        <p className={classes.quiet}>{t("address.making")}</p>
      )}
      {trigger && !isPublished(trigger) && <p className={classes.quiet}>{t("address.publish")}</p>}
    </section>
  );
}
