import { expect, it } from "vitest";
import type { SharedSocketMessage, SharedTurn } from "@/api/types";
import { applyShared, liveTurn } from "./shared-turn";

const TURN: SharedTurn = {
  id: "t1",
  after: null,
  user_text: "Hello",
  status: "running",
  answer: "Hel",
  citations: [],
  stream: "agent/r1",
  question: null,
  created_at: "2026-03-10T12:00:00Z",
};

const piece = (offset: number, text: string, stream = "agent/r1"): SharedSocketMessage => ({
  type: "answer_text",
  stream,
  offset,
  text,
});
const turn = (changes: Partial<SharedTurn>): SharedSocketMessage => ({
  type: "turn",
  turn: { ...TURN, ...changes },
});
const textAfter = (...messages: SharedSocketMessage[]) =>
  messages.reduce(applyShared, liveTurn(TURN)).text.text;

it.each<[string, SharedSocketMessage[], string]>([
  ["grows", [piece(3, "lo")], "Hello"],
  ["grows once by a piece that comes twice", [piece(3, "lo"), piece(3, "lo"), piece(5, "!")], "Hello!"],
  ["stays ahead of what is stored", [piece(3, "lo"), turn({ answer: "Hell" })], "Hello"],
  ["takes what was missed from what is stored", [piece(5, "!"), turn({ answer: "Hello" })], "Hello!"],
  ["begins anew in another round", [piece(0, "So", "agent/r2")], "So"],
  ["forgets late pieces of an earlier round", [piece(0, "So", "agent/r2"), piece(0, "Hello")], "So"],
  ["waits for the beginning of another round", [piece(4, "far", "agent/r2")], "Hel"],
  ["begins anew by what is stored", [turn({ stream: "agent/r2", answer: "So" })], "So"],
  ["is what was kept once it is over", [piece(3, "lo"), turn({ status: "failed", answer: "He" })], "He"],
])("an answer %s", (_what, messages, text) => {
  expect(textAfter(...messages)).toBe(text);
});
