/** Pure reducer: what the socket of a link tells about a turn, put together to what its visitor sees. */

import type { SharedSocketMessage, SharedTurn } from "@/api/types";
import { EMPTY_TEXT, mergePiece, type StreamText } from "@/runs/stream-text";
import { isOpen } from "@/runs/types";

export type LiveTurn = {
  turn: SharedTurn;
  /** Id of the text being written. */
  stream: string;
  text: StreamText;
  /** Earlier streams; late pieces of them are ignored. */
  past: readonly string[];
};

export function liveTurn(turn: SharedTurn): LiveTurn {
  return { turn, stream: turn.stream, text: textOf(turn.answer), past: [] };
}

/** Apply one message; returns the same object when nothing changed. */
export function applyShared(live: LiveTurn, message: SharedSocketMessage): LiveTurn {
  switch (message.type) {
    case "turn":
      return withTurn(live, message.turn);
    case "answer_text":
      return withPiece(live, message);
    case "error":
    case "pong":
      return live;
  }
}

function withTurn(live: LiveTurn, turn: SharedTurn): LiveTurn {
  if (!isOpen(turn.status)) return { ...liveTurn(turn), past: live.past };
  // Live text is ahead of what is stored.
  if (turn.stream === "" || live.past.includes(turn.stream)) return { ...live, turn };
  const moved = turn.stream === live.stream ? live : moveOn(live, turn.stream);
  return { ...moved, turn, text: mergePiece(moved.text, { offset: 0, text: turn.answer }) };
}

type Piece = { stream: string; offset: number; text: string };

function withPiece(live: LiveTurn, piece: Piece): LiveTurn {
  if (live.past.includes(piece.stream)) return live;
  if (piece.stream === live.stream) return { ...live, text: mergePiece(live.text, piece) };
  // The beginning of another stream was missed: the turn as it is stored will tell it.
  if (piece.offset > 0) return live;
  const moved = moveOn(live, piece.stream);
  return { ...moved, text: mergePiece(moved.text, piece) };
}

function moveOn(live: LiveTurn, stream: string): LiveTurn {
  return { ...live, stream, text: EMPTY_TEXT, past: [...live.past, live.stream] };
}

function textOf(text: string): StreamText {
  return mergePiece(EMPTY_TEXT, { offset: 0, text });
}
