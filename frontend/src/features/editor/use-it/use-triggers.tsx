import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { useWorkflowTriggers } from "@/api/triggers";
import type { NodeDoc, Trigger } from "@/api/types";
import { NewLink } from "@/components/chat-links/new-link";
import { AddressBox } from "@/components/triggers/address-box";
import { CallExamples } from "@/components/triggers/call-examples";
import { ChatAddress } from "@/components/triggers/chat-address";
import { FormAddress, FormEmbedding } from "@/components/triggers/form-address";
import { ModelPrograms } from "@/components/triggers/model-programs";
import { webhookAddress } from "@/components/triggers/trigger-address";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useExampleBody } from "@/features/editor/triggers/use-example-body";
import { useSender } from "@/features/editor/triggers/use-sender";
import { currentLanguage } from "@/i18n";
import { formatMoment } from "@/i18n/format";
import { useDocument } from "@/stores/document-store";

/** Addresses and times of a workflow's live triggers. */
export function UseTriggers({ workflow }: { workflow: string }) {
  const live = (useWorkflowTriggers(workflow).data ?? []).filter(isPublished);
  const nodes = useDocument(useShallow((state) => state.nodes));
  return live.map((trigger) => {
    const node = nodes[trigger.node_key];
    return node && <UseTrigger key={trigger.node_key} trigger={trigger} node={node} />;
  });
}

function UseTrigger({ trigger, node }: { trigger: Trigger; node: NodeDoc }) {
  const { t } = useTranslation("triggers");
  const body = useExampleBody(node);
  const { title } = useSender(node);
  const [next] = trigger.next_times;
  return (
    <section className={classes.section} aria-label={node.name}>
      <h4 className={classes.title}>{node.name}</h4>
      {node.type === "webhook" && (
        <>
          <AddressBox url={webhookAddress(trigger, node.config)} />
          <CallExamples trigger={trigger} config={node.config} body={body} senderName={title} />
        </>
      )}
      {node.type === "form_trigger" && (
        <>
          <FormAddress trigger={trigger} />
          <FormEmbedding trigger={trigger} config={node.config} />
        </>
      )}
      {node.type === "chat_trigger" && (
        <>
          <ChatAddress trigger={trigger} />
          <NewLink
            partner={{ kind: "workflow", workflow: trigger.workflow.id, node: trigger.node_key }}
            conversation={null}
          />
          <ModelPrograms model={trigger.model} />
        </>
      )}
      {next && <Text size="sm">{t("publish.next", { time: formatMoment(next, currentLanguage()) })}</Text>}
    </section>
  );
}
