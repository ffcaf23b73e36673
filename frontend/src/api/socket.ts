/** Follow a run over its socket: reconnects by itself and goes on after the last event that was seen. */

import type { RunSocketMessage } from "@/api/types";
import { type ConnectionState, LastingSocket, type OpenConnection } from "./lasting-socket";

export type { ConnectionEvents, ConnectionState } from "./lasting-socket";

type FollowOptions = {
  /** Number of the last event that the caller already has; 0 for none. */
  after: number;
  /** Each event comes once, in order. Text pieces may overlap: merge them by offset. */
  onMessage: (message: RunSocketMessage) => void;
  onState: (state: ConnectionState) => void;
  openConnection?: OpenConnection;
};

export function followRun(runId: string, options: FollowOptions): { close: () => void } {
  let lastSeq = options.after;
  const socket = new LastingSocket<RunSocketMessage>({
    address: () => `/ws/runs/${encodeURIComponent(runId)}/?after=${lastSeq}`,
    onState: options.onState,
    openConnection: options.openConnection,
    onMessage: (message) => {
      if (message.type === "caught_up") socket.isLive();
      if (message.type === "event") {
        if (message.event.seq <= lastSeq) return;
        lastSeq = message.event.seq;
        if (message.event.type === "run_finished") socket.finishSoon();
      }
      options.onMessage(message);
    },
  });
  socket.open();
  return { close: () => socket.close() };
}
