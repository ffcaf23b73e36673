/** Panel of a trigger below its settings: inputs, calls, secrets or times, and deliveries. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBotServices, useTrigger } from "@/api/triggers";
import type { BotService, JsonObject, NodeDoc, Trigger } from "@/api/types";
import { startFields } from "@/components/run-inputs/start-fields";
import { CallExamples } from "@/components/triggers/call-examples";
import { FormEmbedding } from "@/components/triggers/form-address";
import classes from "@/components/triggers/triggers.module.css";
import { objectsOf, textOf } from "@/document/config";
import { writeReference } from "@/document/reference-path";
import { startKey } from "@/document/validate";
import { DeliveryList } from "@/features/editor/triggers/delivery-list";
import { PollSection } from "@/features/editor/triggers/poll-section";
import { ScheduleSection } from "@/features/editor/triggers/schedule-section";
import { SecretField } from "@/features/editor/triggers/secret-field";
import { useExampleBody } from "@/features/editor/triggers/use-example-body";
import { useSender } from "@/features/editor/triggers/use-sender";
import { useLocalText } from "@/i18n/local-text";
import { useDocument } from "@/stores/document-store";

/** Payload fields with sender-defined names, by trigger type; other triggers have fixed names. */
const FREE_PLACES: Readonly<Record<string, string>> = { webhook: "body", poll: "item" };
/** Triggers that deliver a message; its text can be mapped to any field. */
const MESSAGES: readonly string[] = ["chat_trigger", "bot_message"];

type Props = { node: NodeDoc; onChange: (config: JsonObject) => void };

export function TriggerPanel({ node, onChange }: Props) {
  const workflow = useDocument((state) => state.workflowId);
  const readOnly = useDocument((state) => state.readOnly);
  const trigger = useTrigger(workflow, node.key);
  return (
    <div className={classes.sections}>
      {!readOnly && <MappingSuggestions node={node} onChange={onChange} />}
      {node.type === "webhook" && trigger && <WebhookCalls node={node} trigger={trigger} />}
      {node.type === "webhook" && trigger && !readOnly && <SenderSecrets node={node} trigger={trigger} />}
      {node.type === "bot_message" && trigger && !readOnly && <BotSecrets node={node} trigger={trigger} />}
      {node.type === "form_trigger" && trigger && <FormSection node={node} trigger={trigger} />}
      {node.type === "schedule" && <ScheduleSection node={node} trigger={trigger} />}
      {node.type === "poll" && (
        <PollSection workflow={workflow} nodeKey={node.key} trigger={trigger} readOnly={readOnly} />
      )}
      {trigger && <DeliveryList trigger={trigger} />}
    </div>
  );
}

type MappingSuggestionsProps = { node: NodeDoc; onChange: (config: JsonObject) => void };

/** Rows that the mapping may get: one for each field of the start that has none, from what arrives. */
function MappingSuggestions({ node, onChange }: MappingSuggestionsProps) {
  const { t } = useTranslation("triggers");
  const start = useDocument((state) => state.nodes[startKey(state) ?? ""]);
  const rows = objectsOf(node.config.mapping);
  const taken = new Set(rows.map(({ name }) => textOf(name)));
  const missing = startFields(start).filter(({ name }) => !taken.has(name));
  const place = FREE_PLACES[node.type];
  const isMessage = MESSAGES.includes(node.type);
  if (missing.length === 0 || (place === undefined && !isMessage)) return null;
  const referenceTo = (field: string) =>
    writeReference(place === undefined ? ["trigger", "message"] : ["trigger", place, field], "template");
  return (
    <section className={classes.section} aria-label={t("mapping.title")}>
      <h2 className={classes.title}>{t("mapping.title")}</h2>
      <p className={classes.quiet}>{t("mapping.help")}</p>
      <div className={classes.row}>
        {missing.map(({ name }) => {
          const value = referenceTo(name);
          return (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              onClick={() => onChange({ ...node.config, mapping: [...rows, { name, value }] })}
            >
              {t("mapping.add", { field: name, value })}
            </Button>
          );
        })}
      </div>
    </section>
  );
}

/** The secrets by which a sender proves itself and is answered: written here, never shown again. */
function SenderSecrets({ node, trigger }: TriggerProps) {
  const { sender } = useSender(node);
  return sender ? <Secrets of={sender} trigger={trigger} /> : null;
}

function BotSecrets({ node, trigger }: TriggerProps) {
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

type TriggerProps = { node: NodeDoc; trigger: Trigger };

/** Programs that call the webhook. */
function WebhookCalls({ node, trigger }: TriggerProps) {
  const { t } = useTranslation("triggers");
  const body = useExampleBody(node);
  const { title } = useSender(node);
  return (
    <section className={classes.section} aria-label={t("address.call")}>
      <h2 className={classes.title}>{t("address.call")}</h2>
      <CallExamples trigger={trigger} config={node.config} body={body} senderName={title} />
    </section>
  );
}

/** Password of a public form, and ways to pass the form on. */
function FormSection({ node, trigger }: TriggerProps) {
  const { t } = useTranslation("triggers");
  const readOnly = useDocument((state) => state.readOnly);
  return (
    <>
      {!readOnly && node.config.access === "password" && (
        <SecretField
          name="password"
          label={t("form.password")}
          help={t("form.passwordHelp")}
          isRequired
          trigger={trigger}
        />
      )}
      <FormEmbedding trigger={trigger} config={node.config} />
    </>
  );
}
