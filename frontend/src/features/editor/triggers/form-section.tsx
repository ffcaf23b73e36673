/** Address and password of a public form. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { NodeDoc, Trigger } from "@/api/types";
import { Icon } from "@/components/icon";
import { FormAddress } from "@/components/triggers/form-address";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useDocument } from "@/stores/document-store";
import { SecretField } from "./secret-field";
import { usePrepared } from "./use-prepared";

type Props = { node: NodeDoc; trigger: Trigger | undefined };

export function FormSection({ node, trigger }: Props) {
  const { t } = useTranslation("triggers");
  const readOnly = useDocument((state) => state.readOnly);
  usePrepared(node.key);
  return (
    <>
      <section className={classes.section} aria-label={t("address.title")}>
        <h2 className={classes.title}>{t("address.title")}</h2>
        {trigger ? (
          <FormAddress trigger={trigger} config={node.config} />
        ) : (
          <p className={classes.quiet}>{t("address.making")}</p>
        )}
        {trigger && (
          <div className={classes.row}>
            <Button
              component={Link}
              to={`/workflows/${trigger.workflow.id}/forms/${encodeURIComponent(node.key)}`}
              size="xs"
              variant="default"
            >
              {t("form.submissions")}
            </Button>
            {!readOnly && (
              <Button
                component="a"
                href={`${trigger.address}?draft`}
                target="_blank"
                rel="noopener"
                size="xs"
                variant="default"
                leftSection={<Icon name="external-link" size={14} />}
              >
                {t("form.preview")}
              </Button>
            )}
          </div>
        )}
        {trigger && !isPublished(trigger) && <p className={classes.quiet}>{t("form.publish")}</p>}
      </section>
      {trigger && !readOnly && node.config.access === "password" && (
        <SecretField
          name="password"
          label={t("form.password")}
          help={t("form.passwordHelp")}
          isRequired
          trigger={trigger}
        />
      )}
    </>
  );
}
