/** Follow one turn with a link: the turn as it changes, and the answer in pieces while a socket is live. */

import type { SharedSocketMessage, SharedTurn } from "@/api/types";
import { LastingSocket } from "./lasting-socket";

type SharedFollowOptions = {
  onMessage: (message: SharedSocketMessage) => void;
  /** Nothing more will come: the link has ended. */
  onClosed: () => void;
  /** The turn as it is stored now. */
  readTurn: (signal: AbortSignal) => Promise<SharedTurn | undefined>;
};

export function followSharedTurn(
  token: string,
  turnId: string,
  { onMessage, onClosed, readTurn }: SharedFollowOptions,
): { close: () => void } {
  let isLeft = false;
  const socket = new LastingSocket<SharedSocketMessage>({
    address: () => `/ws/shared/${encodeURIComponent(token)}/turns/${encodeURIComponent(turnId)}/`,
    onState: (state) => {
      if (state === "closed" && !isLeft) onClosed();
    },
    onMessage: (message) => {
      if (message.type === "turn") socket.isLive();
      onMessage(message);
    },
    poll: async (signal) => {
      const turn = await readTurn(signal);
      // What a live socket tells meanwhile is newer.
      if (turn && !signal.aborted) onMessage({ type: "turn", turn });
    },
  });
  socket.open();
  return {
    close: () => {
      isLeft = true;
      socket.close();
    },
  };
}
