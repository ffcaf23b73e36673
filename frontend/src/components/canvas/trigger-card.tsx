/** A trigger as a small card docked at the start: state, time or address, and switch. */

import { Switch } from "@mantine/core";
import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useTrigger } from "@/api/triggers";
import type { NodeDoc, Trigger } from "@/api/types";
import { StateBadge } from "@/components/triggers/state-badge";
import { webhookAddress } from "@/components/triggers/trigger-address";
import { triggerState } from "@/components/triggers/trigger-state";
import { summarise } from "@/document/summary";
import { useNow } from "@/hooks/use-now";
import { currentLanguage } from "@/i18n";
import { formatMoment } from "@/i18n/format";
import { nodeLook } from "@/nodes/registry";
import { useCanvas } from "./canvas-context";
import { PlainCard } from "./card-body";
import { CardHead } from "./card-head";
import { useIsPlain } from "./plain-cards";
import type { CardNode } from "./to-flow";

export const TriggerCard = memo(function TriggerCard({ data }: NodeProps<CardNode>) {
  const { node, type, problem } = data;
  const { t } = useTranslation("triggers");
  const { editable, workflowId, switchTrigger, lookups, local } = useCanvas();
  const [first] = summarise(node, type, lookups, local);
  const isOn = node.config.enabled !== false;
  const isPlain = useIsPlain();
  if (isPlain)
    return (
      <PlainCard data={data} status={undefined}>
        {null}
      </PlainCard>
    );
  return (
    <div
      className="fl-card fl-trigger"
      data-category={nodeLook(type).category}
      data-off={isOn ? undefined : true}
    >
      <CardHead node={node} icon={nodeLook(type, node).icon} status={undefined} problem={problem}>
        {workflowId !== null && (
          <Switch
            className="nodrag fl-trigger-switch"
            size="xs"
            aria-label={t("on", { name: node.name })}
            checked={isOn}
            disabled={!editable}
            onChange={(event) => switchTrigger(node.key, event.currentTarget.checked)}
            onClick={(event) => event.stopPropagation()}
          />
        )}
      </CardHead>
      {workflowId === null ? (
        <p className="fl-card-line">{first?.text}</p>
      ) : (
        <LiveLine node={node} workflow={workflowId} summary={first?.text ?? ""} />
      )}
    </div>
  );
});

type LineProps = { node: NodeDoc; workflow: string; summary: string };

function LiveLine({ node, workflow, summary }: LineProps) {
  const trigger = useTrigger(workflow, node.key);
  const now = useNow("slow");
  return (
    <p className="fl-card-line fl-trigger-line">
      <StateBadge state={triggerState(node.config, trigger, now)} />
      <span className="fl-trigger-where" data-problem={trigger?.problem ? true : undefined}>
        {trigger?.problem || trigger?.ended || whereText(node, trigger) || summary}
      </span>
    </p>
  );
}

/** The next time, or the address; a poll looks so often that its list says more. */
function whereText(node: NodeDoc, trigger: Trigger | undefined): string {
  if (node.type === "poll") return "";
  const [next] = trigger?.next_times ?? [];
  if (next) return formatMoment(next, currentLanguage());
  if (trigger && node.type === "form_trigger") return new URL(trigger.address).pathname;
  return trigger && node.type === "webhook" ? new URL(webhookAddress(trigger, node.config)).pathname : "";
}
