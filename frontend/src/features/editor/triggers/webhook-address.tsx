import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import { useWorkflowTriggers } from "@/api/trigger-queries";
import type { NodeDoc, Trigger } from "@/api/types";
import { notifyFailed } from "@/components/notify";
import { CallExamples } from "@/components/triggers/call-examples";
import { isPublished } from "@/components/triggers/trigger-state";
import classes from "@/components/triggers/triggers.module.css";
import { useErrorText } from "@/components/use-error-text";
import { useDocument, useDocumentStore, whenSaved } from "@/stores/document-store";
import { useExampleBody } from "./use-example-body";
import { useSender } from "./use-sender";

type Props = { node: NodeDoc; trigger: Trigger | undefined };

/** The address of a webhook: made when its panel is first opened, and kept for ever. */
export function WebhookAddress({ node, trigger }: Props) {
  const { t } = useTranslation("triggers");
  const body = useExampleBody(node);
  const { title } = useSender(node);
  usePrepared(node.key);
  return (
    <section className={classes.section} aria-label={t("address.title")}>
      <h4 className={classes.title}>{t("address.title")}</h4>
      {trigger ? (
        <CallExamples trigger={trigger} config={node.config} body={body} senderName={title} />
      ) : (
        <p className={classes.quiet}>{t("address.making")}</p>
      )}
      {trigger && !isPublished(trigger) && <p className={classes.quiet}>{t("address.publish")}</p>}
    </section>
  );
}

function usePrepared(key: string): void {
  const store = useDocumentStore();
  const client = useQueryClient();
  const errorText = useErrorText();
  const workflow = useDocument((state) => state.workflowId);
  const readOnly = useDocument((state) => state.readOnly);
  const { data } = useWorkflowTriggers(workflow);
  const isMissing = data !== undefined && !readOnly && !data.some(({ node_key }) => node_key === key);
  useEffect(() => {
    if (!isMissing) return;
    void (async () => {
      try {
        await whenSaved(store);
        await api.triggers.prepare(workflow, key);
        await client.invalidateQueries({ queryKey: queryKeys.triggers(workflow) });
      } catch (error) {
        notifyFailed(errorText(error));
      }
    })();
  }, [isMissing, store, client, errorText, workflow, key]);
}
