/** The secrets by which a sender proves itself and is answered: written here, never shown again. */

import { useTranslation } from "react-i18next";
import { useBotServices } from "@/api/queries/triggers";
import type { BotService, NodeDoc, Trigger } from "@/api/types";
import classes from "@/components/triggers/triggers.module.css";
import { textOf } from "@/document/config";
import { useLocalText } from "@/i18n/local-text";
import { SecretField } from "./secret-field";
import { useSender } from "./use-sender";

type Props = { node: NodeDoc; trigger: Trigger };

export function SenderSecrets({ node, trigger }: Props) {
  const { sender } = useSender(node);
  return sender ? <Secrets of={sender} trigger={trigger} /> : null;
}

export function BotSecrets({ node, trigger }: Props) {
  const id = textOf(node.config.service) || "feishu";
  const service = useBotServices().data?.find((known) => known.id === id);
  return service ? <Secrets of={service} trigger={trigger} /> : null;
}

function Secrets({ of, trigger }: { of: BotService; trigger: Trigger }) {
  const { t } = useTranslation("triggers");
  const local = useLocalText();
  if (of.secrets.length === 0) return null;
  return (
    <section className={classes.section} aria-label={t("sender.secrets")}>
      <h2 className={classes.title}>{t("sender.secretsOf", { sender: local(of.title) })}</h2>
      {of.secrets.map((secret) => (
        <SecretField
          key={`${of.id}-${secret.name}`}
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
