import { describe, expect, it } from "vitest";
import type { JsonObject, RunEvent, RunSocketMessage } from "@/api/types";
import { runEvent } from "@/test/run-events";
import { attemptOf, nodeView } from "./node-events";
import { applyMessages, EMPTY_RUN, type NodeRunView, type RunState } from "./state";

/** Events of the node `ask`, each at its second. */
function play(...events: [second: number, type: RunEvent["type"], payload?: JsonObject][]): RunState {
  const messages = events.map(([second, type, payload = {}], index): RunSocketMessage => {
    const at = `2026-03-01T10:00:${String(second).padStart(2, "0")}Z`;
    return { type: "event", event: runEvent({ seq: index + 1, type, node_key: "ask", payload, at }) };
  });
  return applyMessages(EMPTY_RUN, messages);
}

function ask(state: RunState): NodeRunView {
  const { ask: view } = state.nodes;
  if (!view) throw new Error("the node is not known");
  return view;
}

const TIMEOUT = { code: "node_timeout", message: "Too slow" };
const CALL = { call_id: "call_1", round: 1, tool_id: "t", function: "f", title: "Fetch" };
const TWICE: Parameters<typeof play> = [
  [0, "node_started", { attempt: 1, name: "Ask" }],
  [0, "tool_call_started", CALL],
  [5, "tool_call_finished", { ...CALL, success: false, duration_ms: 5000 }],
  [5, "node_retry_scheduled", { attempt: 1, delay_s: 1, error: TIMEOUT }],
  [6, "node_started", { attempt: 2, name: "Ask" }],
  [6, "tool_call_started", CALL],
  [7, "tool_call_finished", { ...CALL, success: true, duration_ms: 900 }],
  [7, "node_succeeded", { output: { ok: true }, ports: ["out"], duration_ms: 910 }],
];

describe("attempts", () => {
  it("that failed stay as they were beside the one that followed", () => {
    const node = ask(play(...TWICE));
    expect(attemptOf(node, 1)).toMatchObject({
      status: "failed",
      error: TIMEOUT,
      durationMs: 5000,
      toolCalls: [{ status: "failed" }],
    });
    expect(attemptOf(node, 2)).toMatchObject({ status: "succeeded", error: null });
    expect(node.toolCalls).toMatchObject([{ status: "succeeded" }]);
  });

  it("are told apart in the trace", () => {
    const { trace } = play(...TWICE);
    expect(trace.map(({ kind, attempt }) => [kind, attempt])).toEqual([
      ["node", 1],
      ["tool_call", 1],
      ["retry", 1],
      ["node", 2],
      ["tool_call", 2],
    ]);
  });
});

it("what is taken over took as long as it did then, however long ago that was", () => {
  const stored = {
    ...EMPTY_RUN,
    nodes: { ask: { ...nodeView("ask"), startedAt: "2026-03-01T09:00:00Z", durationMs: 30 } },
  };
  const payload = { output: {}, ports: ["out"], duration_ms: 30, shared: true };
  const at = "2026-03-01T10:00:00Z";
  const event: RunSocketMessage = {
    type: "event",
    event: { seq: 1, type: "node_succeeded", node_key: "ask", payload, at },
  };
  expect(applyMessages(stored, [event]).nodes.ask).toMatchObject({ durationMs: 30, shared: true });
});

it("an attempt that goes on has one line of its own, and notes for each time it was taken up again", () => {
  const start = { attempt: 1, name: "Ask" };
  const { trace } = play([0, "node_started", start], [9, "node_started", start], [12, "node_started", start]);
  expect(trace.map(({ kind }) => kind)).toEqual(["node", "again", "again"]);
  const stored = {
    ...EMPTY_RUN,
    nodes: { ask: { ...nodeView("ask"), attempt: 1, startedAt: "2026-03-01T10:00:00Z" } },
  };
  const at = "2026-03-01T10:00:00Z";
  const replayed: RunSocketMessage = {
    type: "event",
    event: runEvent({ seq: 1, type: "node_started", node_key: "ask", payload: start, at }),
  };
  expect(applyMessages(stored, [replayed]).trace).toMatchObject([{ kind: "node" }]);
});

it("a failure that the policy caught is kept with its reason", () => {
  const node = ask(
    play(
      [0, "node_started", { attempt: 1 }],
      [1, "node_succeeded", { output: {}, ports: ["error"], duration_ms: 3, caught: TIMEOUT }],
    ),
  );
  expect(node).toMatchObject({ status: "succeeded", caught: TIMEOUT, ports: ["error"] });
});

it("an attempt that was taken up again began when it first did", () => {
  const done = { output: {}, ports: ["out"], duration_ms: 258 };
  const start = { attempt: 1 };
  const node = ask(
    play([0, "node_started", start], [22, "node_started", start], [23, "node_succeeded", done]),
  );
  expect(node.durationMs).toBe(23_000);
});

it("waiting counts as time that a node took, although its last step was short", () => {
  const node = ask(
    play(
      [0, "node_started", { attempt: 1 }],
      [0, "node_waiting", { wait: { kind: "approval" } }],
      [42, "node_resumed", { kind: "approval" }],
      [42, "node_succeeded", { output: {}, ports: ["approved"], duration_ms: 15 }],
    ),
  );
  expect(node.durationMs).toBe(42_000);
});
