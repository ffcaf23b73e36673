/** The address of a public form: to open, to copy, and to show inside a page of one's own. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { JsonObject, Trigger } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { Icon } from "@/components/icon";
import { textOf } from "@/document/config";
import { embedCode } from "./embed-code";
import { isPublished } from "./trigger-state";
import classes from "./triggers.module.css";

type Props = { trigger: Trigger; config: JsonObject };

export function FormAddress({ trigger, config }: Props) {
  const { t } = useTranslation("triggers");
  const { address, workflow } = trigger;
  // What the page itself is called: screen readers announce the frame by it.
  const code = embedCode(address, textOf(config.title) || workflow.name);
  return (
    <div className={classes.section}>
      <div className={classes.address}>
        <code className={classes.url} title={address}>
          {address}
        </code>
        <CopyButton text={address} />
        {isPublished(trigger) && (
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noopener"
            size="compact-xs"
            variant="default"
            leftSection={<Icon name="external-link" size={13} />}
          >
            {t("form.open")}
          </Button>
        )}
      </div>
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
