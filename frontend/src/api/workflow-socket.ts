/** Follow the graph of a workflow: what is saved, and who else has it open and where. */

import { ask, at } from "@/api/http";
import type { Graph, Position, WorkflowSocketMessage } from "@/api/types";
import { LastingSocket, type OpenConnection } from "./lasting-socket";

export type WorkflowFollowOptions = {
  /** The last revision that the caller has now. */
  revision: () => number;
  onMessage: (message: WorkflowSocketMessage) => void;
  onLost: () => void;
  /** While no socket is live: what is stored, where it is newer. Comments may have changed, too. */
  onPolled: (newer: Graph | null) => void;
  openConnection?: OpenConnection;
};

type Presence = { cursor: Position | null; selection: readonly string[] };

export type WorkflowSocket = { send: (presence: Presence) => void; close: () => void };

export function followWorkflow(workflowId: string, options: WorkflowFollowOptions): WorkflowSocket {
  const socket = new LastingSocket<WorkflowSocketMessage>({
    address: () => `/ws/workflows/${encodeURIComponent(workflowId)}/?after=${options.revision()}`,
    openConnection: options.openConnection,
    onState: (state) => {
      if (state === "offline" || state === "closed") options.onLost();
    },
    onMessage: (message) => {
      if (message.type === "caught_up") socket.isLive();
      options.onMessage(message);
    },
    poll: async (signal) => {
      const one = { ...at({ workflow_id: workflowId }), signal };
      const { revision } = await ask("get", "/api/workflows/{workflow_id}/", one);
      const isNewer = revision > options.revision();
      const newer = isNewer ? await ask("get", "/api/workflows/{workflow_id}/graph/", one) : null;
      if (!signal.aborted) options.onPolled(newer);
    },
  });
  socket.open();
  return {
    send: (presence) => socket.send({ type: "presence", ...presence }),
    close: () => socket.close(),
  };
}
