/** Follow a run over its socket, or over HTTP without one; both continue after the last event seen. */

import { ask, at } from "@/api/http";
import type { RunEvent, RunSocketMessage } from "@/api/types";
import { type ConnectionState, LastingSocket, type OpenConnection } from "./lasting-socket";

export type { ConnectionEvents, ConnectionState } from "./lasting-socket";

/** The largest page of events that the server gives. */
export const EVENTS_PAGE = 1_000;

type FollowOptions = {
  /** Number of the last event that the caller already has; 0 for none. */
  after: number;
  /** Each event comes once, in order. Text pieces may overlap: merge them by offset. */
  onMessage: (message: RunSocketMessage) => void;
  onState: (state: ConnectionState) => void;
  openConnection?: OpenConnection;
  /** Reads a page of events behind a number. */
  readEvents?: (after: number, signal: AbortSignal) => Promise<readonly RunEvent[]>;
};

export function followRun(runId: string, options: FollowOptions): { close: () => void } {
  let lastSeq = options.after;
  const readEvents =
    options.readEvents ??
    (async (after, signal) => {
      const init = { ...at({ run_id: runId }, { after, limit: EVENTS_PAGE }), signal };
      return (await ask("get", "/api/runs/{run_id}/events/", init)).results;
    });
  const take = (message: RunSocketMessage) => {
    if (message.type === "event") {
      if (message.event.seq <= lastSeq) return;
      lastSeq = message.event.seq;
      if (message.event.type === "run_finished") socket.finishSoon();
    }
    options.onMessage(message);
  };
  const socket = new LastingSocket<RunSocketMessage>({
    address: () => `/ws/runs/${encodeURIComponent(runId)}/?after=${lastSeq}`,
    onState: options.onState,
    openConnection: options.openConnection,
    onMessage: (message) => {
      if (message.type === "caught_up") socket.isLive();
      take(message);
    },
    poll: async (signal) => {
      for (let isMore = true; isMore; ) {
        const events = await readEvents(lastSeq, signal);
        if (signal.aborted) return;
        for (const event of events) take({ type: "event", event });
        isMore = events.length === EVENTS_PAGE;
      }
      take({ type: "caught_up", seq: lastSeq });
    },
  });
  socket.open();
  return { close: () => socket.close() };
}
