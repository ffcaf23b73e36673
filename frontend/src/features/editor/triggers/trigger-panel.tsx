/** Panel of a trigger below its settings: address or time, a trial, control, and deliveries. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBotServices, useTrigger } from "@/api/triggers";
import type { BotService, JsonObject, NodeDoc, Trigger } from "@/api/types";
import { CopyButton } from "@/components/copy-button";
import { Icon } from "@/components/icon";
import { startFields } from "@/components/run-inputs/start-fields";
import { CallExamples } from "@/components/triggers/call-examples";
import { ChatAddress } from "@/components/triggers/chat-address";
import { KnownTo } from "@/components/triggers/known-to";
import { NewAddressButton } from "@/components/triggers/new-address-button";
import { PauseControls } from "@/components/triggers/pause-controls";
import { StateBadge } from "@/components/triggers/state-badge";
import { isPublished, triggerState } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { objectsOf, textOf } from "@/document/config";
import { writeReference } from "@/document/reference-path";
import { startKey } from "@/document/validate";
import { DeliveryList } from "@/features/editor/triggers/delivery-list";
import { FormSection } from "@/features/editor/triggers/form-section";
import { ListenSection } from "@/features/editor/triggers/listen-section";
import { PollSection } from "@/features/editor/triggers/poll-section";
import { ScheduleSection } from "@/features/editor/triggers/schedule-section";
import { SecretField } from "@/features/editor/triggers/secret-field";
import { useExampleBody } from "@/features/editor/triggers/use-example-body";
import { usePrepared } from "@/features/editor/triggers/use-prepared";
import { useSender } from "@/features/editor/triggers/use-sender";
import { useNow } from "@/hooks/use-now";
import { useLocalText } from "@/i18n/local-text";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

/** Payload fields with sender-defined names, by trigger type; other triggers have fixed names. */
const FREE_PLACES: Readonly<Record<string, string>> = { webhook: "body", poll: "item" };
/** Triggers that deliver a message; its text can be mapped to any field. */
const MESSAGES: readonly string[] = ["chat_trigger", "bot_message"];

type Props = { node: NodeDoc; onChange: (config: JsonObject) => void };

export function TriggerPanel({ node, onChange }: Props) {
  const { t } = useTranslation("triggers");
  const workflow = useDocument((state) => state.workflowId);
  const readOnly = useDocument((state) => state.readOnly);
  const trigger = useTrigger(workflow, node.key);
  const now = useNow("slow");
  const isWebhook = node.type === "webhook";
  const isBot = node.type === "bot_message";
  const isForm = node.type === "form_trigger";
  const hasAddress = isWebhook || isBot || isForm;
  return (
    <div className={classes.sections}>
      <div className={classes.row}>
        <StateBadge state={triggerState(node.config, trigger, now)} />
        {trigger && isPublished(trigger) && !readOnly && <PauseControls trigger={trigger} />}
        {trigger && hasAddress && !readOnly && <NewAddressButton trigger={trigger} />}
      </div>
      {trigger && hasAddress && <KnownTo trigger={trigger} withButton={false} />}
      {trigger?.paused_at && (
        <p className={classes.quiet}>
          {trigger.pause_reason
            ? t("control.pausedBecause", { reason: trigger.pause_reason })
            : t("control.paused")}
        </p>
      )}
      {trigger?.ended && <p className={classes.quiet}>{t("control.ended", { reason: trigger.ended })}</p>}
      {!readOnly && <MappingSuggestions node={node} onChange={onChange} />}
      {isWebhook && <WebhookAddress node={node} trigger={trigger} />}
      {isWebhook && trigger && !readOnly && <SenderSecrets node={node} trigger={trigger} />}
      {isBot && <BotAddress node={node} trigger={trigger} />}
      {isBot && trigger && !readOnly && <BotSecrets node={node} trigger={trigger} />}
      {(isWebhook || isBot) && trigger && !readOnly && <ListenSection trigger={trigger} />}
      {isForm && <FormSection node={node} trigger={trigger} />}
      {node.type === "chat_trigger" && <ChatSection node={node} trigger={trigger} />}
      {node.type === "schedule" && <ScheduleSection node={node} trigger={trigger} />}
      {node.type === "poll" && (
        <PollSection workflow={workflow} nodeKey={node.key} trigger={trigger} readOnly={readOnly} />
      )}
      {trigger && <DeliveryList trigger={trigger} />}
    </div>
  );
}

type BotAddressProps = { node: NodeDoc; trigger: Trigger | undefined };

/** The address that a chat service sends messages to: made when the panel is first opened, and kept. */
function BotAddress({ node, trigger }: BotAddressProps) {
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

/** Address of the public chat, and a button that tests the draft in a conversation. */
function ChatSection({ node, trigger }: { node: NodeDoc; trigger: Trigger | undefined }) {
  const { t } = useTranslation("triggers");
  const readOnly = useDocument((state) => state.readOnly);
  usePrepared(node.key);
  return (
    <section className={classes.section} aria-label={t("address.title")}>
      <h2 className={classes.title}>{t("address.title")}</h2>
      {trigger ? <ChatAddress trigger={trigger} /> : <p className={classes.quiet}>{t("address.making")}</p>}
      {trigger && <p className={classes.quiet}>{t("chat.share")}</p>}
      {trigger && !isPublished(trigger) && <p className={classes.quiet}>{t("chat.publish")}</p>}
      {trigger && !readOnly && (
        <div className={classes.row}>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="message-circle" size={14} />}
            onClick={() => useUi.getState().set({ dockOpen: true, dockTab: "chat", opening: "dock" })}
          >
            {t("chat.test")}
          </Button>
        </div>
      )}
    </section>
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

type SenderSecretsProps = { node: NodeDoc; trigger: Trigger };

/** The secrets by which a sender proves itself and is answered: written here, never shown again. */
function SenderSecrets({ node, trigger }: SenderSecretsProps) {
  const { sender } = useSender(node);
  return sender ? <Secrets of={sender} trigger={trigger} /> : null;
}

function BotSecrets({ node, trigger }: SenderSecretsProps) {
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

type WebhookAddressProps = { node: NodeDoc; trigger: Trigger | undefined };

/** The address of a webhook: made when its panel is first opened, and kept for ever. */
function WebhookAddress({ node, trigger }: WebhookAddressProps) {
  const { t } = useTranslation("triggers");
  const body = useExampleBody(node);
  const { title } = useSender(node);
  usePrepared(node.key);
  return (
    <section className={classes.section} aria-label={t("address.title")}>
      <h2 className={classes.title}>{t("address.title")}</h2>
      {trigger ? (
        <CallExamples trigger={trigger} config={node.config} body={body} senderName={title} />
      ) : (
        <p className={classes.quiet}>{t("address.making")}</p>
      )}
      {trigger && !isPublished(trigger) && <p className={classes.quiet}>{t("address.publish")}</p>}
    </section>
  );
}
