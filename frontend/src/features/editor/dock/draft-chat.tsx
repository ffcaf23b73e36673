/** A conversation that tries out the draft of a workflow with a chat page. */

import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import type { Partner } from "@/api/partner";
import { useChatPartner } from "@/api/queries/chat";
import { useTrigger } from "@/api/queries/triggers";
import { TestConversations } from "@/components/chat/test-conversations";
import { ErrorState } from "@/components/error-state";
import { notifyFailed } from "@/components/notify";
import { useErrorText } from "@/components/use-error-text";
import { rememberShownRun } from "@/features/editor/runbar/shown-run";
import { usePrepared } from "@/features/editor/triggers/use-prepared";
import { useDocument, useDocumentStore, whenSaved } from "@/stores/document-store";
import { useRun, useRunStore } from "@/stores/run-store";
import classes from "./dock.module.css";

export function DraftChat({ nodeKey }: { nodeKey: string }) {
  const workflow = useDocument((state) => state.workflowId);
  const trigger = useTrigger(workflow, nodeKey);
  usePrepared(nodeKey);
  return trigger ? <Prepared workflow={workflow} nodeKey={nodeKey} /> : <Skeleton height={80} m="sm" />;
}

function Prepared({ workflow, nodeKey }: { workflow: string; nodeKey: string }) {
  const { t } = useTranslation("dock");
  const document = useDocumentStore();
  const run = useRunStore();
  const errorText = useErrorText();
  const shown = useRun((state) => state.run?.id ?? null);
  const partner: Partner = { kind: "workflow", workflow, node: nodeKey, draft: true };
  const about = useChatPartner(partner);
  if (about.error) return <ErrorState error={about.error} onRetry={() => void about.refetch()} />;
  if (!about.data) return <Skeleton height={80} m="sm" />;
  /** The steps of an answer are shown on the canvas. */
  const show = async (id: string | null) => {
    if (id === null) return;
    try {
      run.getState().load(await api.runs.get(id));
      rememberShownRun(workflow, id);
    } catch (error) {
      notifyFailed(errorText(error));
    }
  };
  return (
    <div className={classes.chat}>
      <TestConversations
        title={t("chat")}
        partner={partner}
        about={about.data}
        beforeAsking={() => whenSaved(document)}
        explained={shown}
        onExplain={(id) => void show(id)}
      />
    </div>
  );
}
