import { useEffect, useState } from "react";
import { api } from "@/api/client";
import { followSharedTurn } from "@/api/shared-socket";
import type { SharedTurn } from "@/api/types";
import { isOpen } from "@/runs/types";
import { applyShared, type LiveTurn, liveTurn } from "./shared-turn";

type Options = {
  token: string;
  /** The visitor's own conversation; null where the link shows one. */
  conversationId: string | null;
  turn: SharedTurn;
  /** Called once the answer is there, or the link is not. */
  onEnded: () => void;
};

/** A live turn. */
export function useSharedTurn({ token, conversationId, turn, onEnded }: Options): LiveTurn {
  const [live, setLive] = useState(() => liveTurn(turn));
  const isOver = !isOpen(live.turn.status);
  useEffect(() => {
    const following = followSharedTurn(token, turn.id, {
      onMessage: (message) => setLive((before) => applyShared(before, message)),
      onClosed: onEnded,
      readTurn: async (signal) => {
        const turns =
          conversationId === null
            ? (await api.chat.shared(token, signal)).conversation?.turns
            : (await api.chat.sharedConversation(token, conversationId, signal)).turns;
        return turns?.find(({ id }) => id === turn.id);
      },
    });
    return () => following.close();
  }, [token, conversationId, turn.id, onEnded]);
  useEffect(() => {
    if (isOver) onEnded();
  }, [isOver, onEnded]);
  return live;
}
