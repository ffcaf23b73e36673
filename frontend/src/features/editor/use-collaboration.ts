/** Takes in what others save while the editor is open, and shows them where we are. */

import { useEffect } from "react";
import { ask, at } from "@/api/http";
import { followWorkflow } from "@/api/workflow-socket";
import type { Editor } from "@/commands/editor-context";
import type { DocumentStore } from "@/stores/document-store";
import type { PresenceStore } from "@/stores/presence-store";
import { useUi } from "@/stores/ui-store";

/** Minimum interval of our cursor messages. */
const SEND_EVERY_MS = 100;
/** Pause of others' edits before problems are requested. */
const PROBLEMS_AFTER_MS = 1_500;
const MAX_SELECTION = 50;
/** Comments are rarer than edits. */
const POLLS_PER_COMMENTS = 4;

type Options = {
  /** Comments on this node have changed; null: on any, since nobody listened for a while. */
  onComments: (nodeKey: string | null) => void;
};

export function useCollaboration(
  document: DocumentStore,
  editor: Editor,
  presence: PresenceStore,
  { onComments }: Options,
): void {
  useEffect(() => {
    const { workflowId } = document.getState();
    let problemsTimer: ReturnType<typeof setTimeout> | undefined;
    let sent = "";
    let ownSession = "";
    let polls = 0;
    const socket = followWorkflow(workflowId, {
      revision: () => document.getState().revision,
      onLost: () => presence.getState().clear(),
      onPolled: (newer) => {
        polls += 1;
        if (polls % POLLS_PER_COMMENTS === 1) onComments(null);
        // What is being stored may be in it already, and would be taken for the edit of somebody else.
        if (newer && document.getState().sending.length === 0) document.getState().receiveGraph(newer);
      },
      onMessage: (message) => {
        if (message.type === "presence") {
          const others = message.present.filter((one) => one.session !== ownSession);
          presence.getState().change(others, message.left);
        } else if (message.type === "comments") onComments(message.node_key);
        else if (message.type === "caught_up") {
          sent = "";
          ownSession = message.session;
          onComments(null);
        } else if (message.type === "change") {
          document.getState().receive(message.change);
          clearTimeout(problemsTimer);
          problemsTimer = setTimeout(() => void askForProblems(document), PROBLEMS_AFTER_MS);
        }
      },
    });
    const sendTimer = setInterval(() => {
      if (Object.keys(presence.getState().others).length === 0) return;
      const selection = useUi.getState().selection.slice(0, MAX_SELECTION);
      const place = { cursor: editor.canvas.pointerPosition(), selection };
      const text = JSON.stringify(place);
      if (text === sent) return;
      sent = text;
      socket.send(place);
    }, SEND_EVERY_MS);
    return () => {
      clearInterval(sendTimer);
      clearTimeout(problemsTimer);
      socket.close();
      presence.getState().clear();
    };
  }, [document, editor, presence, onComments]);
}

/** The problems are those of the stored graph: they hold when nothing was saved meanwhile. */
async function askForProblems(document: DocumentStore): Promise<void> {
  const { workflowId } = document.getState();
  const graph = await ask(
    "get",
    "/api/workflows/{workflow_id}/graph/",
    at({ workflow_id: workflowId }),
  ).catch(() => null);
  if (graph?.revision === document.getState().revision) document.getState().setProblems(graph.problems);
}
