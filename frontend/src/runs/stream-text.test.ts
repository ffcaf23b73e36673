import { describe, expect, it } from "vitest";
import { EMPTY_TEXT, mergePiece, type StreamPiece } from "./stream-text";

const merged = (pieces: StreamPiece[]) => pieces.reduce(mergePiece, EMPTY_TEXT);

describe("mergePiece", () => {
  const PIECES = [
    { offset: 0, text: "He" },
    { offset: 2, text: "l" },
    { offset: 3, text: "l😀" },
    { offset: 5, text: "o" },
  ];

  it.each([
    [PIECES],
    [PIECES.toReversed()],
    [[...PIECES.slice(1), ...PIECES.slice(0, 1)]],
    [[...PIECES, ...PIECES]],
  ])("makes one text of pieces in any order: %j", (pieces) => {
    expect(merged(pieces)).toEqual({ text: "Hell😀o", length: 6, early: [] });
  });

  it("keeps what is behind a gap", () => {
    const piece = { offset: 9, text: "!" };
    expect(merged([piece, ...PIECES])).toEqual({ text: "Hell😀o", length: 6, early: [piece] });
  });

  it("believes the later piece where two differ", () => {
    expect(merged([...PIECES, { offset: 0, text: "Hi" }])).toEqual({ text: "Hi", length: 2, early: [] });
  });
});
