/** The secrets by which a sender proves itself: written here, never shown again. */

import { useTranslation } from "react-i18next";
import type { NodeDoc, Trigger } from "@/api/types";
import classes from "@/components/triggers/triggers.module.css";
import { useLocalText } from "@/i18n/local-text";
import { SecretField } from "./secret-field";
import { useSender } from "./use-sender";

export function SenderSecrets({ node, trigger }: { node: NodeDoc; trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const local = useLocalText();
  const { sender, title } = useSender(node);
  if (!sender || sender.secrets.length === 0) return null;
  return (
    <section className={classes.section} aria-label={t("sender.secrets")}>
      <h4 className={classes.title}>{t("sender.secretsOf", { sender: title })}</h4>
      {sender.secrets.map((secret) => (
        <SecretField
          key={`${sender.id}-${secret.name}`}
          name={secret.name}
          label={local(secret.title)}
          help={secret.help ? local(secret.help) : ""}
          isRequired={secret.is_required}
          trigger={trigger}
        />
      ))}
    </section>
  );
}
