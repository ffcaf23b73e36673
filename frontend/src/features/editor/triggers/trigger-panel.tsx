/** Panel of a trigger below its settings: address or time, a trial, control, and deliveries. */

import { useTranslation } from "react-i18next";
import { useTrigger } from "@/api/queries/triggers";
import type { JsonObject, NodeDoc } from "@/api/types";
import { KnownTo } from "@/components/triggers/known-to";
import { NewAddressButton } from "@/components/triggers/new-address-button";
import { PauseControls } from "@/components/triggers/pause-controls";
import { StateBadge } from "@/components/triggers/state-badge";
import { isPublished, triggerState } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useNow } from "@/hooks/use-now";
import { useDocument } from "@/stores/document-store";
import { BotAddress } from "./bot-address";
import { ChatSection } from "./chat-section";
import { DeliveryList } from "./delivery-list";
import { FormSection } from "./form-section";
import { ListenSection } from "./listen-section";
import { MappingSuggestions } from "./mapping-suggestions";
import { PollSection } from "./poll-section";
import { ScheduleSection } from "./schedule-section";
import { BotSecrets, SenderSecrets } from "./sender-secrets";
import { WebhookAddress } from "./webhook-address";

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
