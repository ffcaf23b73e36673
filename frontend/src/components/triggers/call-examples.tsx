/** The address of a webhook and programs that call it: they work as they are, once they hold the secret. */

import { useTranslation } from "react-i18next";
import type { JsonObject, Trigger } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
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
  const url = webhookAddress(trigger, config);
  const call = exampleCall(url, config, body);
  return (
    <div className={classes.section}>
      <div className={classes.address}>
        <code className={classes.url} title={url}>
          {url}
        </code>
        <CopyButton text={url} />
      </div>
      {canBeCalledByHand(config) ? (
        <>
          <ProgramTabs call={call} />
          {call.basic ? (
            <p className={classes.quiet}>{t("address.basic")}</p>
          ) : (
            needsSecret(config) && <p className={classes.quiet}>{t("address.proof")}</p>
          )}
        </>
      ) : (
        <p className={classes.quiet}>{t("address.signed", { sender: senderName })}</p>
      )}
    </div>
  );
}
