/** Text that arrives in pieces with offsets; pieces may repeat, overlap, come early or start over. */

export type StreamText = {
  readonly text: string;
  /** Characters in `text` as the server counts them: Unicode code points, not UTF-16 units. */
  readonly length: number;
  /** Pieces that start behind the end of the text, kept until the gap closes. */
  readonly early: readonly StreamPiece[];
};

export type StreamPiece = { offset: number; text: string };

export const EMPTY_TEXT: StreamText = { text: "", length: 0, early: [] };

/** Merge one piece. Where it contradicts what is there, the piece is right: the model call was started again. */
export function mergePiece(stream: StreamText, piece: StreamPiece): StreamText {
  if (piece.text === "") return stream;
  if (piece.offset > stream.length) return { ...stream, early: [...stream.early, piece] };
  const merged = place(stream, piece);
  if (merged === stream || stream.early.length === 0) return merged;
  return placeEarly(merged);
}

/** Place the early pieces that the text reaches now, from its beginning on. */
function placeEarly(stream: StreamText): StreamText {
  const waiting = stream.early.toSorted((one, other) => one.offset - other.offset);
  let placed = stream;
  let next = 0;
  for (let piece = waiting[0]; piece && piece.offset <= placed.length; piece = waiting[next]) {
    placed = place(placed, piece);
    next += 1;
  }
  return { ...placed, early: waiting.slice(next) };
}

function place(stream: StreamText, piece: StreamPiece): StreamText {
  if (piece.offset === stream.length) return joined(stream, stream.text, piece);
  const head = takePoints(stream.text, piece.offset, stream.length);
  const rest = stream.text.slice(head.length);
  if (rest.startsWith(piece.text)) return stream;
  return joined(stream, head, piece);
}

function joined(stream: StreamText, head: string, piece: StreamPiece): StreamText {
  return { ...stream, text: head + piece.text, length: piece.offset + countPoints(piece.text) };
}

function countPoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `count` code points; `total` tells whether every character is one UTF-16 unit. */
function takePoints(text: string, count: number, total: number): string {
  if (text.length === total) return text.slice(0, count);
  let units = 0;
  let points = 0;
  for (const character of text) {
    if (points === count) break;
    units += character.length;
    points += 1;
  }
  return text.slice(0, units);
}
