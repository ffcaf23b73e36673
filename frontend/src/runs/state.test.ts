import { describe, expect, it } from "vitest";
import type { JsonObject, RunEvent, RunSocketMessage } from "@/api/types";
import { runEvent } from "@/test/run-events";
import { applyMessages, EMPTY_RUN, type RunState } from "./state";

function event(
  seq: number,
  type: RunEvent["type"],
  nodeKey: string | null = null,
  payload: JsonObject = {},
): RunSocketMessage {
  const value = runEvent({
    seq,
    type,
    node_key: nodeKey,
    payload,
    at: `2026-03-01T10:00:00.${String(seq).padStart(3, "0")}Z`,
  });
  return { type: "event", event: value };
}

function text(offset: number, piece: string, stream = "r1"): RunSocketMessage {
  return { type: "text", node_key: "ai", scope: "", stream, offset, text: piece };
}

const CALL = {
  call_id: "c1",
  round: 1,
  tool_id: "system:time",
  function: "time",
  title: "Time",
  arguments: {},
};

const RUN: RunSocketMessage[] = [
  event(1, "run_queued"),
  event(2, "run_started"),
  event(3, "node_started", "start", { attempt: 1, node_type: "start", name: "Start" }),
  event(4, "node_succeeded", "start", { output: { topic: "x" }, ports: ["out"], duration_ms: 1 }),
  event(5, "node_queued", "ai"),
  event(6, "node_started", "ai", { attempt: 1, node_type: "process", name: "Write" }),
  event(7, "model_call_started", "ai", { round: 1, model: "offline", provider: "Offline" }),
  event(8, "node_text_appended", "ai", { stream: "r1", offset: 0, text: "Hello " }),
  event(9, "node_text_appended", "ai", { stream: "r1", offset: 6, text: "world" }),
  event(10, "model_call_finished", "ai", {
    round: 1,
    finish_reason: "tool_calls",
    usage: { input_tokens: 5, output_tokens: 2 },
    tool_calls: 1,
    duration_ms: 40,
  }),
  event(11, "tool_call_started", "ai", CALL),
  event(12, "tool_call_finished", "ai", {
    ...CALL,
    success: true,
    result: { success: true },
    duration_ms: 3,
  }),
  event(13, "node_succeeded", "ai", { output: { result: "Hello world" }, ports: ["out"], duration_ms: 60 }),
  event(14, "node_skipped", "other"),
  event(15, "run_finished", null, {
    status: "succeeded",
    output: { answer: "Hello world" },
    duration_ms: 70,
  }),
];

const DONE = applyMessages(EMPTY_RUN, RUN);

describe("applyMessages", () => {
  it("tells the whole run", () => {
    expect(DONE.status).toBe("succeeded");
    expect(DONE.output).toEqual({ answer: "Hello world" });
    expect(DONE.nodes.ai).toMatchObject({
      status: "succeeded",
      name: "Write",
      ports: ["out"],
      durationMs: 60,
    });
    expect(DONE.nodes.ai?.streams.r1).toBe("Hello world");
    expect(DONE.nodes.ai?.toolCalls).toHaveLength(1);
    expect(DONE.nodes.ai?.toolCalls[0]).toMatchObject({ status: "succeeded", durationMs: 3 });
    expect(DONE.nodes.ai?.modelCalls[0]).toMatchObject({ status: "finished", usage: { output_tokens: 2 } });
    expect(DONE.nodes.other?.status).toBe("skipped");
    expect(DONE.trace.map((entry) => entry.kind)).toEqual([
      "run",
      "run",
      "node",
      "node",
      "model_call",
      "tool_call",
      "node",
      "run",
    ]);
  });

  it("does not change when every message comes twice", () => {
    const twice = RUN.flatMap((message) => [message, message]);
    expect(applyMessages(EMPTY_RUN, twice)).toEqual(DONE);
    expect(applyMessages(DONE, RUN)).toBe(DONE);
  });

  it.each([
    ["reversed", [...RUN].reverse()],
    ["odd ones first", [...RUN.filter((_, at) => at % 2), ...RUN.filter((_, at) => at % 2 === 0)]],
    ["rotated", [...RUN.slice(7), ...RUN.slice(0, 7)]],
  ])("comes to the same end when messages are %s", (_name, messages) => {
    expect(applyMessages(EMPTY_RUN, messages)).toEqual(DONE);
  });

  it("comes to the same end one message at a time", () => {
    expect(RUN.reduce((state, message) => applyMessages(state, [message]), EMPTY_RUN)).toEqual(DONE);
  });

  it("leaves the state that it began with as it was", () => {
    const half = applyMessages(EMPTY_RUN, RUN.slice(0, 8));
    const before = structuredClone(half);
    applyMessages(half, RUN.slice(8));
    expect(half).toEqual(before);
  });

  it("keeps an early event back until the gap is closed", () => {
    const early = applyMessages(EMPTY_RUN, [event(1, "run_queued"), event(3, "node_queued", "ai")]);
    expect(early.nodes.ai).toBeUndefined();
    expect(early.lastSeq).toBe(1);
    expect(applyMessages(early, [event(2, "run_started")]).nodes.ai?.status).toBe("queued");
  });

  it("gives up waiting when the server says that nothing is missing", () => {
    const early = applyMessages(EMPTY_RUN, [event(4, "node_queued", "ai"), { type: "caught_up", seq: 6 }]);
    expect(early.nodes.ai?.status).toBe("queued");
    expect(early).toMatchObject({ lastSeq: 6, caughtUp: true, early: {} });
  });

  it("starts a second attempt with a clean slate and the same attempt with what was there", () => {
    const again = (attempt: number) =>
      applyMessages({ ...DONE, lastSeq: 15 }, [
        event(16, "node_started", "ai", { attempt, node_type: "process", name: "Write" }),
      ]).nodes.ai;
    expect(again(2)?.toolCalls).toHaveLength(0);
    expect(again(2)?.name).toBe("Write");
    expect(again(1)?.toolCalls).toHaveLength(1);
  });

  it("names a node that never starts after the document of the run", () => {
    const labels = { other: { name: "Other way", type: "template" } };
    const state = applyMessages({ ...EMPTY_RUN, labels }, RUN);
    expect(state.nodes.other).toMatchObject({ name: "Other way", type: "template", status: "skipped" });
  });

  it("ignores event types that it does not know", () => {
    const next = applyMessages(DONE, [event(16, "node_sang" as RunEvent["type"], "ai", { song: "la" })]);
    expect(next.nodes).toBe(DONE.nodes);
    expect(next.lastSeq).toBe(16);
  });
});

describe("text pieces", () => {
  const read = (state: RunState) => state.nodes.ai?.streams.r1 ?? "";

  it.each([
    ["in order", [text(0, "Hel"), text(3, "lo "), text(6, "world")]],
    ["out of order", [text(6, "world"), text(3, "lo "), text(0, "Hel")]],
    ["overlapping", [text(0, "Hello"), text(3, "lo wor"), text(0, "Hello world")]],
    ["repeated", [text(0, "Hello "), text(6, "world"), text(6, "world"), text(0, "Hel")]],
    [
      "live and then stored",
      [text(0, "Hello world"), event(1, "node_text_appended", "ai", stored("Hello world"))],
    ],
    ["started over after a crash", [text(0, "Howdy pardner"), text(0, "Hello"), text(5, " world")]],
  ])("make one text when they come %s", (_name, messages) => {
    expect(read(applyMessages(EMPTY_RUN, messages))).toBe("Hello world");
  });

  it("count characters as the server does, also those outside the basic plane", () => {
    const pieces = ["🎉 好", "的，👨‍👩‍👧 go", " on"];
    const offsets = pieces.map((_, at) => [...pieces.slice(0, at).join("")].length);
    const messages = pieces.map((piece, at) => text(offsets[at] ?? 0, piece));
    expect(read(applyMessages(EMPTY_RUN, [...messages, ...messages]))).toBe(pieces.join(""));
    const overlap = applyMessages(EMPTY_RUN, [text(0, "🎉🎉a"), text(1, "🎉ab")]);
    expect(read(overlap)).toBe("🎉🎉ab");
  });

  it("keep streams of different rounds apart", () => {
    const state = applyMessages(EMPTY_RUN, [text(0, "one"), text(0, "two", "r2")]);
    expect(state.nodes.ai?.streams).toEqual({ r1: "one", r2: "two" });
  });
});

function stored(piece: string): JsonObject {
  return { stream: "r1", offset: 0, text: piece };
}
