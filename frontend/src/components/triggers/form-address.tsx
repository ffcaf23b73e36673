/** The address of a public form: to open, to copy, and to show inside a page of one's own. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { JsonObject, Trigger } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { Icon } from "@/components/icon";
import { textOf } from "@/document/config";
import { AddressBox } from "./address-box";
import { embedCode } from "./embed-code";
import { isPublished } from "./trigger-state";
import classes from "./triggers.module.css";

export function FormAddress({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  return (
    <AddressBox url={trigger.address}>
      {isPublished(trigger) && (
        <Button
          component="a"
          href={trigger.address}
          target="_blank"
          rel="noopener"
          size="compact-xs"
          variant="default"
          leftSection={<Icon name="external-link" size={13} />}
        >
          {t("form.open")}
        </Button>
      )}
    </AddressBox>
  );
}

/** Ways to fill the form in beforehand, and to show it inside another page. */
export function FormEmbedding({ trigger, config }: { trigger: Trigger; config: JsonObject }) {
  const { t } = useTranslation("triggers");
  // What the page itself is called: screen readers announce the frame by it.
  const code = embedCode(trigger.address, textOf(config.title) || trigger.workflow.name);
  return (
    <div className={classes.section}>
      <p className={classes.quiet}>{t("form.prefill")}</p>
      {config.access === "signed_in" ? (
        <p className={classes.quiet}>{t("form.noEmbedding")}</p>
      ) : (
        <>
          <p className={classes.quiet}>{t("form.embed")}</p>
          <div className={classes.program}>
            <pre>{code}</pre>
            <CopyButton text={code} />
          </div>
        </>
      )}
    </div>
  );
}
