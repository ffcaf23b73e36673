/** Head of a trigger's panel, above its settings: state, address, and a trial. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useTrigger } from "@/api/triggers";
import type { NodeDoc, Trigger } from "@/api/types";
import { Icon } from "@/components/icon";
import { AddressBox } from "@/components/triggers/address-box";
import { ChatAddress } from "@/components/triggers/chat-address";
import { FormAddress } from "@/components/triggers/form-address";
import { KnownTo } from "@/components/triggers/known-to";
import { NewAddressButton } from "@/components/triggers/new-address-button";
import { PauseControls } from "@/components/triggers/pause-controls";
import { StateBadge } from "@/components/triggers/state-badge";
import { webhookAddress } from "@/components/triggers/trigger-address";
import { isPublished, triggerState } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { FormPreview } from "@/features/editor/triggers/form-preview";
import { ListenButton, ListenSection } from "@/features/editor/triggers/listen-section";
import { usePrepared } from "@/features/editor/triggers/use-prepared";
import { useNow } from "@/hooks/use-now";
import { useDocument } from "@/stores/document-store";
import { useUi } from "@/stores/ui-store";

/** Notes on the address before the workflow is published, by trigger type; other triggers have no address. */
const UNPUBLISHED = {
  webhook: "address.publish",
  bot_message: "address.publish",
  form_trigger: "form.publish",
  chat_trigger: "chat.publish",
} as const;
type AddressedType = keyof typeof UNPUBLISHED;

const isAddressed = (type: string): type is AddressedType => Object.hasOwn(UNPUBLISHED, type);

export function TriggerHead({ node }: { node: NodeDoc }) {
  const { t } = useTranslation("triggers");
  const workflow = useDocument((state) => state.workflowId);
  const readOnly = useDocument((state) => state.readOnly);
  const trigger = useTrigger(workflow, node.key);
  const now = useNow("slow");
  const { type } = node;
  const hasSecretAddress = isAddressed(type) && type !== "chat_trigger";
  return (
    <div className={classes.head}>
      <div className={classes.row}>
        <StateBadge state={triggerState(node.config, trigger, now)} />
        {trigger && isPublished(trigger) && !readOnly && <PauseControls trigger={trigger} />}
        {trigger && hasSecretAddress && !readOnly && <NewAddressButton trigger={trigger} />}
      </div>
      {trigger && hasSecretAddress && <KnownTo trigger={trigger} withButton={false} />}
      {trigger?.paused_at && (
        <p className={classes.quiet}>
          {trigger.pause_reason
            ? t("control.pausedBecause", { reason: trigger.pause_reason })
            : t("control.paused")}
        </p>
      )}
      {trigger?.ended && <p className={classes.quiet}>{t("control.ended", { reason: trigger.ended })}</p>}
      {isAddressed(type) && <Address node={node} type={type} trigger={trigger} />}
      {type === "form_trigger" && <FormPreview node={node} />}
    </div>
  );
}

type AddressProps = { node: NodeDoc; type: AddressedType; trigger: Trigger | undefined };

/** The address of a trigger: made when its panel is first opened, and kept. */
function Address({ node, type, trigger }: AddressProps) {
  const { t } = useTranslation("triggers");
  const readOnly = useDocument((state) => state.readOnly);
  const isCalled = type === "webhook" || type === "bot_message";
  usePrepared(node.key);
  return (
    <>
      <section className={classes.section} aria-label={t("address.title")}>
        <h2 className={classes.title}>{t("address.title")}</h2>
        {!trigger && <p className={classes.quiet}>{t("address.making")}</p>}
        {trigger && isCalled && (
          <AddressBox url={type === "webhook" ? webhookAddress(trigger, node.config) : trigger.address}>
            {!readOnly && !isPublished(trigger) && <ListenButton trigger={trigger} />}
          </AddressBox>
        )}
        {type === "bot_message" && <p className={classes.quiet}>{t("bot.enter")}</p>}
        {trigger && type === "form_trigger" && <FormActions trigger={trigger} readOnly={readOnly} />}
        {trigger && type === "chat_trigger" && <ChatActions trigger={trigger} readOnly={readOnly} />}
        {trigger && !isPublished(trigger) && <p className={classes.quiet}>{t(UNPUBLISHED[type])}</p>}
      </section>
      {trigger && isCalled && !readOnly && <ListenSection trigger={trigger} />}
    </>
  );
}

type ActionsProps = { trigger: Trigger; readOnly: boolean };

function FormActions({ trigger, readOnly }: ActionsProps) {
  const { t } = useTranslation("triggers");
  return (
    <>
      <FormAddress trigger={trigger} />
      <div className={classes.row}>
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
        <Button
          component={Link}
          to={`/workflows/${trigger.workflow.id}/forms/${encodeURIComponent(trigger.node_key)}`}
          size="xs"
          variant="default"
        >
          {t("form.submissions")}
        </Button>
      </div>
    </>
  );
}

/** The chat page, and a button that tests the draft in a conversation. */
function ChatActions({ trigger, readOnly }: ActionsProps) {
  const { t } = useTranslation("triggers");
  return (
    <>
      <ChatAddress trigger={trigger} />
      <p className={classes.quiet}>{t("chat.share")}</p>
      {!readOnly && (
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
    </>
  );
}
