/** Follow one turn with a link: the turn as it changes, and the answer in pieces. */

import type { SharedSocketMessage } from "@/api/types";
import { LastingSocket } from "./lasting-socket";

type SharedFollowOptions = {
  onMessage: (message: SharedSocketMessage) => void;
  /** Nothing more will come: the link has ended. */
  onClosed: () => void;
};

export function followSharedTurn(
  token: string,
  turnId: string,
  { onMessage, onClosed }: SharedFollowOptions,
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
  });
  socket.open();
  return {
    close: () => {
      isLeft = true;
      socket.close();
    },
  };
}
