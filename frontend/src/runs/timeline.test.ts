import { describe, expect, it } from "vitest";
import type { JsonObject, RunEvent, RunSocketMessage } from "@/api/types";
import { runEvent } from "@/test/run-events";
import { runOf } from "@/test/runs";
import { Film } from "./film";
import { applyMessages, beforeEvents, type RunState } from "./state";
import { type Folds, type TimelineEntry, timelineRows } from "./timeline";

type Fact = [ms: number, type: RunEvent["type"], key: string | null, payload?: JsonObject];

const BEGAN = Date.parse("2026-03-10T12:00:00Z");

const eventsOf = (facts: readonly Fact[]): RunEvent[] =>
  facts.map(([ms, type, node_key, payload = {}], at) =>
    runEvent({ seq: at + 1, type, node_key, payload, at: new Date(BEGAN + ms).toISOString() }),
  );

const messagesOf = (facts: readonly Fact[]) =>
  eventsOf(facts).map((event): RunSocketMessage => ({ type: "event", event }));

const play = (...facts: Fact[]): RunState => applyMessages(beforeEvents(runOf({})), messagesOf(facts));

/** Rows with their range in milliseconds of the run. */
const emitted = (rows: readonly TimelineEntry[]) =>
  rows.map(({ depth, about, from, to, status }) => [
    `${"  ".repeat(depth)}${about.kind}`,
    from - BEGAN,
    to === null ? "…" : to - BEGAN,
    status,
  ]);

const rowsOf = (state: RunState, folds: Folds = {}) => timelineRows(state, folds);
const started = (key: string, attempt = 1) => ({ attempt, node_type: "process", name: key });
const DONE = { output: {}, ports: ["out"], duration_ms: 1 };
const CALL = { call_id: "c1", round: 1, tool_id: "t", function: "f", title: "Fetch" };
const USAGE = { input_tokens: 5, output_tokens: 2, cost: 0.25 };

const ASKED: Fact[] = [
  [0, "run_started", null],
  [10, "node_started", "ai", started("ai")],
  [20, "model_call_started", "ai", { round: 1, model: "m", provider: "p" }],
  [60, "model_call_finished", "ai", { round: 1, usage: USAGE, duration_ms: 40, first_text_ms: 15 }],
  [70, "tool_call_started", "ai", { ...CALL, arguments: {} }],
  [90, "tool_call_finished", "ai", { ...CALL, success: false, result: {}, duration_ms: 20 }],
];

describe("the timeline", () => {
  it("has a bar for each node and call, true to time, with what was spent", () => {
    const rows = rowsOf(play(...ASKED, [100, "node_succeeded", "ai", DONE]));
    expect(emitted(rows)).toEqual([
      ["run", 0, "…", "running"],
      ["node", 10, 100, "succeeded"],
      ["  model", 20, 60, "succeeded"],
      ["  tool", 70, 90, "failed"],
    ]);
    expect(rows.map(({ spent }) => [spent.tokens, spent.cost]).slice(1)).toEqual([
      [7, 0.25],
      [7, 0.25],
      [0, 0],
    ]);
  });

  it("ends a call that was cut off with its node", () => {
    const rows = rowsOf(play(...ASKED.slice(0, 3), [50, "node_cancelled", "ai"]));
    expect(emitted(rows).at(-1)).toEqual(["  model", 20, 50, "cancelled"]);
  });

  it("tells each attempt, with why it failed, and counts them while the next is awaited", () => {
    const error = { code: "busy", message: "Too busy" };
    const state = play(...ASKED.slice(0, 3), [
      40,
      "node_retry_scheduled",
      "ai",
      { attempt: 1, attempts: 3, delay_s: 1, error },
    ]);
    expect(rowsOf(state)[1]).toMatchObject({ about: { attempt: 2, attempts: 3 }, to: null });
    const again = applyMessages(
      state,
      messagesOf([
        ...ASKED.slice(0, 3),
        [40, "node_log", "ai"],
        [1040, "node_started", "ai", started("ai", 2)],
      ]),
    );
    const rows = rowsOf(again);
    expect(emitted(rows).slice(1)).toEqual([
      ["node", 10, "…", "running"],
      ["  attempt", 10, 40, "failed"],
      ["    model", 20, 40, "failed"],
      ["  attempt", 1040, "…", "running"],
    ]);
    expect(rows[2]?.about).toMatchObject({ error: { message: "Too busy" }, delayS: 1 });
  });

  it("has the wait of a node as a bar of its own, with who ended it, and no second start", () => {
    const wait = { due_at: null, wait: { kind: "approval", title: "?" } };
    const answer = { kind: "approval", answer: { decision: "approve" }, by: "linh" };
    const rows = rowsOf(
      play(
        [0, "node_started", "ask", started("ask")],
        [8, "node_waiting", "ask", wait],
        [16_000, "node_resumed", "ask", answer],
        [16_000, "node_started", "ask", started("ask")],
        [16_004, "node_succeeded", "ask", DONE],
      ),
    );
    expect(emitted(rows).slice(1)).toEqual([
      ["node", 0, 16_004, "succeeded"],
      ["  wait", 8, 16_000, "succeeded"],
    ]);
    expect(rows[2]?.about).toMatchObject({ wait: { answer: { decision: "approve", by: "linh" } } });
  });

  it("folds passes that went well, and opens those that are going on or failed", () => {
    const inPass = (index: number, end: Fact[1]): Fact[] => [
      [index * 10, "node_started", "step", { ...started("step"), scope: `/each.${index}` }],
      [index * 10 + 5, end, "step", { ...DONE, error: { code: "x", message: "x" }, scope: `/each.${index}` }],
    ];
    const state = play(
      [0, "node_started", "each", started("each")],
      ...inPass(0, "node_succeeded"),
      ...inPass(1, "node_failed"),
      ...inPass(2, "node_started").slice(0, 1),
    );
    expect(emitted(rowsOf(state)).slice(1)).toEqual([
      ["node", 0, "…", "running"],
      ["  pass", 0, 5, "succeeded"],
      ["  pass", 10, 15, "failed"],
      ["    node", 10, 15, "failed"],
      ["  pass", 20, "…", "running"],
      ["    node", 20, "…", "running"],
    ]);
    expect(rowsOf(state, { "/each.0": true, "/each.1": false })).toHaveLength(7);
  });
});

describe("the film", () => {
  const facts = Array.from({ length: 400 }, (_, at): Fact[] => [
    [at * 10, "node_started", `n${at}`, started(`n${at}`)],
    [at * 10 + 4, "node_succeeded", `n${at}`, DONE],
  ]).flat();
  const film = new Film(beforeEvents(runOf({})));
  for (const event of eventsOf(facts)) film.add(event);

  it.each([0, 1, 99, 100, 101, 455, 800])("shows after %d events what they came to", (count) => {
    expect(film.at(count)).toEqual(play(...facts.slice(0, count)));
  });

  it("knows the time of a moment", () => {
    expect(film.momentOf(4)).toBe(new Date(BEGAN + 14).toISOString());
  });

  it("takes an event once", () => {
    for (const event of eventsOf(facts)) film.add(event);
    expect(film.length).toBe(800);
  });
});
