import { describe, expect, it } from "vitest";
import type { JsonObject, RunEvent, RunSocketMessage } from "@/api/types";
import { runEvent } from "@/test/run-events";
import { homesOf, KEPT_PASSES, shownNode, stepsOf } from "./passes";
import { applyMessages, EMPTY_RUN, MAX_TRACE, type RunState } from "./state";

type PlayedEvent = { type: RunEvent["type"]; nodeKey: string | null; payload: JsonObject };
const event = (type: RunEvent["type"], nodeKey: string | null, payload: JsonObject = {}): PlayedEvent => ({
  type,
  nodeKey,
  payload,
});

/** The events one after another, numbered behind those that the state knows. */
function play(events: PlayedEvent[], from: RunState = EMPTY_RUN): RunState {
  const messages = events.map(({ type, nodeKey, payload }, index): RunSocketMessage => {
    const seq = from.lastSeq + index + 1;
    return {
      type: "event",
      event: runEvent({ seq, type, node_key: nodeKey, payload, at: "2026-03-01T10:00:00Z" }),
    };
  });
  return applyMessages(from, messages);
}

const pass = (index: number, status: RunEvent["type"] = "node_succeeded"): PlayedEvent[] => {
  const scope = `/each.${index}`;
  return [
    event("node_started", "step", { scope, attempt: 1, name: "Step", node_type: "template" }),
    event(status, "step", { scope, output: { index }, ports: ["out"], error: { code: "x", message: "no" } }),
  ];
};

describe("passes", () => {
  it("are found in scopes, nested ones too", () => {
    expect(stepsOf("/each.3/inner.0")).toEqual([
      { container: "each", index: 3 },
      { container: "/each.3:inner", index: 0 },
    ]);
    expect(stepsOf("")).toEqual([]);
  });

  it("are shown one at a time: the newest, or the one that was chosen", () => {
    const state = play([...pass(0), ...pass(1), ...pass(2)]);
    const view = { ...state, homes: { step: ["each"] }, picked: {} };
    expect(shownNode(view, "step")?.output).toEqual({ index: 2 });
    expect(shownNode({ ...view, picked: { each: 1 } }, "step")?.output).toEqual({ index: 1 });
    expect(shownNode({ ...view, homes: { step: ["other"] } }, "step")).toBeUndefined();
  });

  it("of a long iteration are forgotten, but not the ones that failed; the trace stays short", () => {
    const count = KEPT_PASSES * 20;
    const messages = Array.from({ length: count }, (_, index) =>
      pass(index, index === 5 ? "node_failed" : "node_succeeded"),
    ).flat();
    const state = play(messages);
    expect(state.passes).toEqual({ each: count });
    expect(Object.keys(state.nodes).length).toBeLessThanOrEqual(KEPT_PASSES + 1);
    expect(state.nodes["/each.5:step"]?.status).toBe("failed");
    expect(state.trace.length).toBeLessThanOrEqual(MAX_TRACE);
  });

  it("of a stored run are forgotten the same way while its events are replayed", () => {
    const count = KEPT_PASSES * 4;
    const known = { ...EMPTY_RUN, passes: { each: count } };
    const state = play(
      Array.from({ length: count }, (_, index) =>
        pass(index, index === 5 ? "node_failed" : undefined),
      ).flat(),
      known,
    );
    expect(Object.keys(state.nodes)).toHaveLength(KEPT_PASSES + 1);
    expect(state.nodes["/each.5:step"]?.status).toBe("failed");
  });

  it("give way in a long trace to what lies outside of them and to what failed", () => {
    const state = play([
      event("node_started", "each", { attempt: 1 }),
      ...Array.from({ length: MAX_TRACE + 10 }, (_, index) =>
        pass(index, index === 5 ? "node_failed" : undefined),
      ).flat(),
    ]);
    expect(state.trace.slice(0, 2)).toMatchObject([{ nodeKey: "each" }, { scope: "/each.5" }]);
    expect(state.leftOut + state.trace.length).toBe(1 + MAX_TRACE + 10);
  });

  it("belong to containers only: groups are left out", () => {
    const placed = (key: string, type: string, parent: string | null) => ({ key, type, parent });
    expect(
      homesOf([
        placed("each", "iteration", null),
        placed("g", "group", "each"),
        placed("step", "template", "g"),
        placed("free", "template", null),
      ]),
    ).toEqual({ g: ["each"], step: ["each"] });
  });
});

describe("waiting", () => {
  const start = [event("run_started", null), event("node_started", "ask", { attempt: 1 })];
  const wait = event("node_waiting", "ask", { due_at: null, wait: { kind: "approval", title: "Publish?" } });

  it("is told of the node, and of the run while nothing else is in work", () => {
    const begun = play([...start, wait]);
    expect(begun.nodes.ask).toMatchObject({ status: "waiting", waits: [{ kind: "approval", to: null }] });
    expect(begun.status).toBe("waiting");
    const busy = play([event("node_started", "other", { attempt: 1 })], begun);
    expect(busy.status).toBe("running");
    const resumed = play(
      [event("node_resumed", "ask", { kind: "approval", answer: { decision: "approve" }, by: "linh" })],
      busy,
    );
    expect(resumed.nodes.ask?.waits).toMatchObject([
      { to: expect.any(String), answer: { decision: "approve", by: "linh" } },
    ]);
  });

  it("for another attempt tells when it begins", () => {
    const state = play([
      event("node_retry_scheduled", "ask", {
        attempt: 1,
        delay_s: 30,
        error: { code: "x", message: "no" },
      }),
    ]);
    expect(state.nodes.ask).toMatchObject({
      status: "queued",
      retry: { attempt: 2, at: "2026-03-01T10:00:30.000Z" },
    });
  });
});
