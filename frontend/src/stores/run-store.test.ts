import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { NodeRun, RunSocketMessage } from "@/api/types";
import { shownNode } from "@/runs/passes";
import { runOf } from "@/test/runs";
import { createRunStore, type Follow, type RunStore } from "./run-store";

const NODE_RUN = {
  node_key: "a",
  scope: "",
  name: "A",
  type: "template",
  status: "succeeded",
  ports: ["out"],
} as unknown as NodeRun;

const RUN = runOf({ started_at: null, inputs: { topic: "x" }, last_seq: 3, node_runs: [NODE_RUN] });

const queued = (seq: number, key: string): RunSocketMessage => ({
  type: "event",
  event: { seq, type: "node_queued", node_key: key, payload: {}, at: "" },
});

let sockets: { runId: string; closed: boolean; options: Parameters<Follow>[1] }[];
let store: RunStore;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  const follow: Follow = (runId, options) => {
    const socket = { runId, closed: false, options };
    sockets.push(socket);
    return { close: () => Object.assign(socket, { closed: true }) };
  };
  store = createRunStore({
    follow,
    getRun: async (id) => ({ ...RUN, id }),
    getNode: async (_id, key, scope) => ({ ...NODE_RUN, node_key: key, scope, output: { read: scope } }),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("run store", () => {
  it("shows the stored state at once and replays all events", async () => {
    await store.getState().watch("r1");
    expect(store.getState()).toMatchObject({ status: "running", inputs: { topic: "x" } });
    expect(store.getState().nodes.a?.status).toBe("succeeded");
    expect(sockets[0]?.options.after).toBe(0);
  });

  it("applies a replay in one step", async () => {
    await store.getState().watch("r1");
    const seen = vi.fn();
    store.subscribe(seen);
    for (let seq = 1; seq <= 50; seq += 1) sockets[0]?.options.onMessage(queued(seq, `n${seq}`));
    expect(seen).not.toHaveBeenCalled();
    sockets[0]?.options.onMessage({ type: "caught_up", seq: 50 });
    expect(seen).toHaveBeenCalledTimes(1);
    expect(Object.keys(store.getState().nodes)).toHaveLength(51);
  });

  it("gathers what arrives at once into one update", async () => {
    await store.getState().watch("r1");
    sockets[0]?.options.onMessage({ type: "caught_up", seq: 0 });
    const seen = vi.fn();
    store.subscribe(seen);
    for (let seq = 1; seq <= 20; seq += 1) sockets[0]?.options.onMessage(queued(seq, "a"));
    vi.runOnlyPendingTimers();
    expect(seen).toHaveBeenCalledTimes(1);
    expect(store.getState().lastSeq).toBe(20);
  });

  it("forgets the old run when another is opened, whatever answer comes last", async () => {
    const first = store.getState().watch("r1");
    const second = store.getState().watch("r2");
    await Promise.all([first, second]);
    expect(sockets.map(({ runId }) => runId)).toEqual(["r2"]);
    store.getState().load({ ...RUN, id: "r3" });
    expect(sockets[0]?.closed).toBe(true);
    expect(store.getState().run?.id).toBe("r3");
  });

  it("drops what is still waiting when it is cleared", async () => {
    await store.getState().watch("r1");
    sockets[0]?.options.onMessage(queued(1, "late"));
    store.getState().clear();
    vi.advanceTimersByTime(1000);
    expect(store.getState()).toMatchObject({ run: null, nodes: {}, connection: "idle" });
  });

  it("reads a pass again that was forgotten, once it is chosen", async () => {
    await store.getState().watch("r1");
    store.setState({ homes: { step: ["each"] }, passes: { each: 200 } });
    store.getState().pickPass("each", 150);
    await vi.runAllTimersAsync();
    expect(shownNode(store.getState(), "step")).toBeUndefined();
    store.getState().pickPass("each", 3);
    await vi.runAllTimersAsync();
    expect(shownNode(store.getState(), "step")?.output).toEqual({ read: "/each.3" });
  });

  it("reads the passes that a retry has taken over, of which no event tells", async () => {
    store.getState().load({ ...RUN, id: "r1", trigger: "retry" });
    store.setState({ homes: { step: ["each"] }, passes: { each: 3 } });
    store.getState().pickPass("each", 0);
    await vi.runAllTimersAsync();
    expect(shownNode(store.getState(), "step")?.output).toEqual({ read: "/each.0" });
  });
});
