/** Programs that call a webhook: they work as they are, once they hold the secret. */

import { useTranslation } from "react-i18next";
import type { JsonObject, Trigger } from "@/api/types";
import { ProgramTabs } from "./program-tabs";
import { canBeCalledByHand, exampleCall, needsSecret, webhookAddress } from "./trigger-address";
import classes from "./triggers.module.css";

type Props = {
  trigger: Trigger;
  config: JsonObject;
  /** Request body. */
  body: JsonObject;
  senderName: string;
};

export function CallExamples({ trigger, config, body, senderName }: Props) {
  const { t } = useTranslation("triggers");
  if (!canBeCalledByHand(config))
    return <p className={classes.quiet}>{t("address.signed", { sender: senderName })}</p>;
  const call = exampleCall(webhookAddress(trigger, config), config, body);
  return (
    <div className={classes.section}>
      <ProgramTabs call={call} />
      {call.basic ? (
        <p className={classes.quiet}>{t("address.basic")}</p>
      ) : (
        needsSecret(config) && <p className={classes.quiet}>{t("address.proof")}</p>
      )}
    </div>
  );
}
