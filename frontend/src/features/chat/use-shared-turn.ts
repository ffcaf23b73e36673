import { useEffect, useState } from "react";
import { followSharedTurn } from "@/api/shared-socket";
import type { SharedTurn } from "@/api/types";
import { isOpen } from "@/runs/types";
import { applyShared, type LiveTurn, liveTurn } from "./shared-turn";

/** A turn as it goes on; `onEnded` is told once the answer is there, or the link is not. */
export function useSharedTurn(token: string, turn: SharedTurn, onEnded: () => void): LiveTurn {
  const [live, setLive] = useState(() => liveTurn(turn));
  const isOver = !isOpen(live.turn.status);
  useEffect(() => {
    const following = followSharedTurn(token, turn.id, {
      onMessage: (message) => setLive((before) => applyShared(before, message)),
      onClosed: onEnded,
    });
    return () => following.close();
  }, [token, turn.id, onEnded]);
  useEffect(() => {
    if (isOver) onEnded();
  }, [isOver, onEnded]);
  return live;
}
