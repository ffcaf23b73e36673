import { expect, it } from "vitest";
import { textOfCall, textsOfNode, withChildPiece, withoutChild } from "./child-text";
import { nodeView } from "./node-events";
import type { NodeRunView, ToolCallView } from "./types";

const CALL: ToolCallView = {
  callId: "c1",
  round: 1,
  toolId: "workflow:w",
  function: "w",
  title: "W",
  arguments: {},
  status: "running",
  startedAt: "",
  result: null,
  translations: {},
  durationMs: null,
  testMode: false,
  childRun: "r2",
};
const NODE: NodeRunView = { ...nodeView("ai"), status: "waiting", toolCalls: [CALL] };

const piece = (offset: number, text: string, more: { child_run?: string; stream?: string } = {}) => ({
  child_run: "r2",
  child_node: "write",
  stream: "r1",
  offset,
  text,
  ...more,
});
const after = (...pieces: ReturnType<typeof piece>[]) => pieces.reduce(withChildPiece, NODE);
const textAfter = (...pieces: ReturnType<typeof piece>[]) => textOfCall(after(...pieces), CALL);

it.each<[string, ReturnType<typeof piece>[], string]>([
  ["grows", [piece(0, "你好"), piece(2, "!")], "你好!"],
  ["counts as the server does", [piece(0, "🙂"), piece(1, "!")], "🙂!"],
  ["takes what overlaps once", [piece(0, "Hello"), piece(3, "lo!")], "Hello!"],
  ["is not told twice", [piece(0, "a"), piece(1, "b"), piece(1, "b")], "ab"],
  ["may begin in the middle", [piece(9, "world")], "… world"],
  ["goes on behind a gap", [piece(0, "Hello"), piece(9, "world")], "… world"],
  ["begins anew in another round", [piece(0, "Hello"), piece(0, "So", { stream: "r2" })], "So"],
  ["begins anew when the model is asked again", [piece(0, "Hello"), piece(0, "H")], "H"],
])("the text of a called run %s", (_what, pieces, text) => {
  expect(textAfter(...pieces)).toBe(text);
});

it("gives way to the result", () => {
  expect(textOfCall(after(piece(0, "a")), { ...CALL, status: "succeeded" })).toBe("");
  expect(withoutChild(after(piece(0, "a")), "r2").childTexts).toEqual({});
});

it("belongs to the node where no call has started the run", () => {
  const node = after(piece(0, "called"), piece(0, "own", { child_run: "r3" }));
  expect(textsOfNode(node)).toEqual([{ run: "r3", text: "own" }]);
  expect(textsOfNode({ ...node, status: "succeeded" })).toEqual([]);
});
