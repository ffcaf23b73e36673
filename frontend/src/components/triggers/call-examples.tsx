/** Programs that call a webhook, to copy: they work as they are. */

import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject, Trigger } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import {
  canBeCalledByHand,
  curlOf,
  exampleCall,
  javascriptOf,
  pythonOf,
  webhookAddress,
} from "./trigger-address";
import classes from "./triggers.module.css";

const LANGUAGES = { curl: curlOf, python: pythonOf, javascript: javascriptOf };
type LanguageName = keyof typeof LANGUAGES;
const NAMES: readonly LanguageName[] = ["curl", "python", "javascript"];

type Props = {
  trigger: Trigger;
  config: JsonObject;
  /** What the request says. */
  body: JsonObject;
  senderName: string;
};

export function CallExamples({ trigger, config, body, senderName }: Props) {
  const { t } = useTranslation("triggers");
  const [name, setName] = useState<LanguageName>("curl");
  const url = webhookAddress(trigger, config);
  const call = exampleCall(url, config, body);
  const text = LANGUAGES[name](call);
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
          <SegmentedControl
            size="xs"
            aria-label={t("address.call")}
            value={name}
            onChange={(next) => setName(NAMES.find((known) => known === next) ?? "curl")}
            data={NAMES.map((value) => ({ value, label: t(`address.${value}`) }))}
          />
          <div className={classes.program}>
            <pre>{text}</pre>
            <CopyButton text={text} />
          </div>
          {text.includes("YOUR_SECRET") && <p className={classes.quiet}>{t("address.proof")}</p>}
        </>
      ) : (
        <p className={classes.quiet}>{t("address.signed", { sender: senderName })}</p>
      )}
    </div>
  );
}
