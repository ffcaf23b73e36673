import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import type { GraphOperation } from "@/api/types";
import { EMPTY_DOCUMENT } from "@/document/types";
import { edge, node } from "@/test/documents";
import { GraphServer } from "@/test/graph-server";
import { type Autosave, startAutosave } from "./autosave";
import { createDocumentStore, type DocumentStore } from "./document-store";
import { keepUnsentEdits, restoreUnsentEdits } from "./unsent-edits";

const LABEL = { en: "Edit", zh: "编辑" };

let server: GraphServer;
let store: DocumentStore;
let autosave: Autosave;

beforeEach(() => {
  vi.useFakeTimers();
  server = new GraphServer();
  store = createDocumentStore();
  store.getState().load("w1", server.graph);
  autosave = startAutosave(store, server.calls);
});

afterEach(() => {
  autosave.stop();
  vi.useRealTimers();
});

function update(key: string, changes: Parameters<typeof node>[2]): GraphOperation {
  return { op: "update_node", key, changes: changes ?? {} };
}

function edit(...operations: GraphOperation[]): void {
  store.getState().applyChanges(operations, { label: LABEL });
}

describe("autosave", () => {
  it("saves once, a moment after the last edit", async () => {
    edit(update("a", { config: { template: "1" } }));
    await vi.advanceTimersByTimeAsync(300);
    edit(update("a", { config: { template: "2" } }));
    await vi.advanceTimersByTimeAsync(300);
    expect(server.requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(server.requests).toEqual([[{ op: "update_config", key: "a", set: { template: "2" }, unset: [] }]]);
    expect(store.getState()).toMatchObject({ saveState: "saved", revision: 2 });
  });

  it("saves at once while others look on, and gathers what is typed meanwhile", async () => {
    server.isWatched = true;
    for (const template of ["1", "2", "3", "4"]) {
      edit(update("a", { config: { template } }));
      await vi.advanceTimersByTimeAsync(30);
    }
    await vi.advanceTimersByTimeAsync(40);
    expect(server.requests.map(([one]) => one)).toEqual([
      { op: "update_config", key: "a", set: { template: "3" }, unset: [] },
      { op: "update_config", key: "a", set: { template: "4" }, unset: [] },
    ]);
  });

  it("has nothing to save when what was added is taken back before it was sent", async () => {
    edit({ op: "add_node", node: node("pasted", "template") });
    store.getState().undo();
    expect(store.getState().saveState).toBe("saved");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.requests).toEqual([]);
    expect(store.getState().saveState).toBe("saved");
    store.getState().redo();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.graph.nodes.map(({ key }) => key)).toContain("pasted");
  });

  it("sends edits made during a save after it, in order", async () => {
    edit(update("a", { name: "A" }));
    const saving = autosave.flush();
    edit(update("b", { name: "B" }));
    await saving;
    expect(server.graph.nodes.map(({ name }) => name)).toEqual(["A", "B"]);
    expect(store.getState().saveState).toBe("saved");
  });

  it("tries again when the server is away, without losing or doubling an edit", async () => {
    server.failures = [new ApiError(0, "server_unreachable", ""), new ApiError(503, "busy", "")];
    edit(update("a", { name: "A" }));
    await autosave.flush();
    expect(store.getState().saveState).toBe("offline");
    edit(update("a", { name: "AA" }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(store.getState().saveState).toBe("saved");
    expect(server.graph.nodes[0]?.name).toBe("AA");
  });

  it("takes in changes of others that touch other things", async () => {
    server.write([update("b", { name: "theirs" })], "eve");
    edit(update("a", { name: "mine" }));
    await autosave.flush();
    expect(server.graph.nodes.map(({ name }) => name)).toEqual(["mine", "theirs"]);
    expect(store.getState().nodes.b?.name).toBe("theirs");
    expect(store.getState()).toMatchObject({ saveState: "saved", revision: 3 });
  });

  it.each([
    ["theirs", "theirs"],
    ["mine", "mine"],
  ] as const)("sets aside what both changed, and saves the rest; keeping %s", async (keep, name) => {
    server.write([update("a", { name: "theirs" })], "eve");
    edit(update("a", { name: "mine", bypass: true }));
    await autosave.flush();
    expect(server.graph.nodes[0]).toMatchObject({ name: "theirs", bypass: true });
    const [conflict] = store.getState().conflicts;
    expect(conflict).toMatchObject({ node: "a", field: "name", mine: "mine", theirs: "theirs", user: "eve" });
    if (conflict) store.getState().settle(conflict, keep, { label: LABEL });
    await autosave.flush();
    expect(server.graph.nodes[0]?.name).toBe(name);
    expect(store.getState().nodes.a?.name).toBe(name);
    expect(store.getState()).toMatchObject({ saveState: "saved", conflicts: [], pending: [] });
  });

  it("merges two settings of one node", async () => {
    server.write([{ op: "update_config", key: "a", set: { model: "big" }, unset: [] }], "eve");
    edit(update("a", { config: { prompt: "Hi" } }));
    await autosave.flush();
    expect(server.graph.nodes[0]?.config).toEqual({ model: "big", prompt: "Hi" });
    expect(store.getState().nodes.a?.config).toEqual({ model: "big", prompt: "Hi" });
    store.getState().undo();
    await autosave.flush();
    expect(server.graph.nodes[0]?.config).toEqual({ model: "big" });
  });

  it("puts a node back that was removed elsewhere while we changed it, with its connections", async () => {
    server.write([{ op: "remove_node", key: "a" }], "eve");
    edit(update("a", { name: "mine" }));
    await autosave.flush();
    expect(server.graph.nodes.map(({ key }) => key)).toEqual(["b"]);
    const [conflict] = store.getState().conflicts;
    if (conflict) store.getState().settle(conflict, "mine", { label: LABEL });
    await autosave.flush();
    expect(server.graph.nodes.map(({ name }) => name).sort()).toEqual(["b", "mine"]);
    expect(server.graph.edges).toHaveLength(1);
  });

  it("gives a new node another key and name when somebody else took them", async () => {
    server.write([{ op: "add_node", node: node("c", "template", { name: "C" }) }], "eve");
    edit(
      { op: "add_node", node: node("c", "set", { name: "C", config: { x: "{{ nodes.c.text }}" } }) },
      {
        op: "add_edge",
        edge: { id: "a>c", source: "a", source_port: "out", target: "c", target_port: "in" },
      },
    );
    await autosave.flush();
    expect(server.graph.nodes.map(({ key, name }) => [key, name]).slice(2)).toEqual([
      ["c", "C"],
      ["c_2", "C 2"],
    ]);
    expect(server.graph.nodes[3]?.config).toEqual({ x: "{{ nodes.c_2.text }}" });
    expect(server.graph.edges[1]).toMatchObject({ source: "a", target: "c_2" });
  });

  it("reads the graph again when it is too far behind, and keeps what is not saved", async () => {
    server.write([update("b", { name: "theirs" })], "eve");
    server.log = [];
    server.failures = [new ApiError(409, "graph_conflict", "", { revision: 2, changes: [] })];
    edit(update("a", { name: "mine" }));
    await autosave.flush();
    expect(server.graph.nodes.map(({ name }) => name)).toEqual(["mine", "theirs"]);
    expect(store.getState().nodes.b?.name).toBe("theirs");
  });

  it("asks what stays when edits of an earlier page are too old to be compared", async () => {
    const old: GraphOperation = { op: "update_config", key: "a", set: { prompt: "mine" }, unset: [] };
    server.write([{ op: "update_config", key: "a", set: { prompt: "theirs" }, unset: [] }], "eve");
    server.log = [];
    store.getState().load("w", server.graph);
    store.getState().restore(
      {
        since: 1,
        batch: null,
        sending: [],
        pending: [old, update("b", { bypass: true })],
        conflicts: [],
        earlier: EMPTY_DOCUMENT,
      },
      { label: LABEL },
    );
    server.failures = [new ApiError(409, "graph_conflict", "", { revision: 2, changes: [] })];
    await autosave.flush();
    expect(server.graph.nodes[0]?.config).toEqual({ prompt: "theirs" });
    expect(store.getState().nodes.a?.config).toEqual({ prompt: "theirs" });
    expect(store.getState().conflicts).toMatchObject([
      { node: "a", field: "config.prompt", mine: "mine", theirs: "theirs" },
      { node: "b", field: "bypass", mine: true, theirs: false },
    ]);
  });

  it("lets the last move hold, and asks nobody", async () => {
    server.write([update("a", { position: { x: 1, y: 1 } })], "eve");
    edit(update("a", { position: { x: 2, y: 2 } }));
    await autosave.flush();
    expect(server.graph.nodes[0]?.position).toEqual({ x: 2, y: 2 });
    expect(server.requests).toHaveLength(1);
    expect(store.getState().conflicts).toEqual([]);
  });

  it("sends an accepted part that was not answered again under its name", async () => {
    const errors = [{ pointer: "/operations/1/config/rows", code: "bad", message: "Too long" }];
    server.failures = [new ApiError(400, "graph_invalid_operation", "", { errors })];
    server.loseAnswer = true;
    edit(update("a", { name: "fine" }), update("b", { config: { rows: "x" } }));
    await autosave.flush();
    expect(store.getState().saveState).toBe("offline");
    expect(store.getState().fieldErrors).toEqual({ b: { rows: { code: "bad", message: "Too long" } } });
    server.failures = [];
    await autosave.flush();
    const named = server.log.map(({ batch }) => batch);
    expect(named).not.toContain(null);
    expect(new Set(named).size).toBe(named.length);
    expect(server.log.flatMap(({ operations }) => operations)).toEqual([
      update("a", { name: "fine" }),
      { op: "update_config", key: "b", set: { rows: "x" }, unset: [] },
    ]);
  });

  it("saves the rest when one field is refused, and says which", async () => {
    const errors = [{ pointer: "/operations/0/config/rows/0/value", code: "bad", message: "Too long" }];
    server.failures = [new ApiError(400, "graph_invalid_operation", "", { errors })];
    edit(update("a", { config: { rows: [] } }), update("b", { name: "B" }));
    await autosave.flush();
    expect(store.getState().saveState).toBe("invalid");
    expect(store.getState().fieldErrors).toEqual({
      a: { "rows.0.value": { code: "bad", message: "Too long" } },
    });
    expect(server.graph.nodes[1]?.name).toBe("B");
    edit(update("a", { config: { rows: [1] } }));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.getState()).toMatchObject({ saveState: "saved", fieldErrors: {} });
    expect(server.graph.nodes[0]?.config).toEqual({ rows: [1] });
  });

  it("goes on after the session ended, once somebody is signed in", async () => {
    server.failures = [new ApiError(403, "not_signed_in", "")];
    edit(update("a", { name: "A" }));
    await autosave.flush();
    expect(store.getState().saveState).toBe("offline");
    await autosave.flush();
    expect(server.graph.nodes[0]?.name).toBe("A");
    expect(store.getState().saveState).toBe("saved");
  });

  it("does not take its own edit for another person's when the answer got lost", async () => {
    server.loseAnswer = true;
    edit(update("a", { name: "A" }));
    await autosave.flush();
    expect(store.getState().saveState).toBe("offline");
    edit(update("a", { name: "AA" }));
    await autosave.flush();
    expect(server.graph.nodes[0]?.name).toBe("AA");
    expect(store.getState()).toMatchObject({ saveState: "saved", conflicts: [], revision: 3 });
  });
});

describe("edits that an earlier page could not save", () => {
  const NAME = "7:workflow:w1";

  /** The page is closed while the server is away, after these edits. */
  async function leave(...operations: GraphOperation[]): Promise<void> {
    const kept = keepUnsentEdits(store, NAME);
    if (!server.loseAnswer) server.failures = [new ApiError(0, "server_unreachable", "")];
    edit(...operations);
    await autosave.flush();
    autosave.stop();
    kept.stop();
  }

  async function open(): Promise<void> {
    store = createDocumentStore();
    store.getState().load("w1", server.graph);
    autosave = startAutosave(store, server.calls);
    await restoreUnsentEdits(store, NAME);
    await autosave.flush();
  }

  it("are restored, saved, and can be undone", async () => {
    await leave(update("a", { name: "A" }), { op: "add_node", node: node("c") });
    await open();
    expect(server.graph.nodes.map(({ name }) => name)).toEqual(["A", "b", "c"]);
    expect(store.getState().saveState).toBe("saved");
    store.getState().undo();
    await autosave.flush();
    expect(server.graph.nodes.map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it("meet what others saved meanwhile: other things are taken in, the same thing is asked about", async () => {
    await leave(update("a", { name: "mine" }));
    server.write([update("b", { name: "theirs" })], "eve");
    await open();
    expect(server.graph.nodes.map(({ name }) => name)).toEqual(["mine", "theirs"]);
    await leave(update("a", { name: "mine again" }));
    server.write([update("a", { name: "theirs, too" })], "eve");
    await open();
    expect(store.getState().conflicts).toMatchObject([{ mine: "mine again", theirs: "theirs, too" }]);
    expect(server.graph.nodes[0]?.name).toBe("theirs, too");
  });

  it.each([
    ["and the way to the stored graph is known", true],
    ["and they are too old to be compared", false],
  ])("ask about a node that was removed meanwhile, %s", async (_case, isKnown) => {
    await leave(update("a", { config: { prompt: "mine" } }));
    server.write([update("b", { name: "theirs" })], "ben");
    server.write([{ op: "remove_node", key: "a" }], "eve");
    // Looked at once more without a connection.
    store = createDocumentStore();
    store.getState().load("w1", server.graph);
    autosave = startAutosave(store, server.calls);
    const kept = keepUnsentEdits(store, NAME);
    await restoreUnsentEdits(store, NAME);
    autosave.stop();
    kept.stop();
    if (!isKnown) {
      server.log = [];
      const { revision } = server.graph;
      server.failures = [new ApiError(409, "graph_conflict", "", { revision, changes: [] })];
    }
    await open();
    expect(server.graph.nodes.map(({ key }) => key)).toEqual(["b"]);
    const [conflict] = store.getState().conflicts;
    expect(conflict).toMatchObject({ node: "a", field: null, mine: "a", theirs: undefined });
    if (conflict) store.getState().settle(conflict, "mine", { label: LABEL });
    await autosave.flush();
    expect(server.graph.nodes.find(({ key }) => key === "a")?.config).toEqual({ prompt: "mine" });
    expect(server.graph.edges).toHaveLength(1);
  });

  it("that were saved, though not answered, do not come back where others took them away since", async () => {
    server.loseAnswer = true;
    await leave({ op: "add_edge", edge: { ...edge("a>b"), id: "mine", source_port: "error" } });
    server.write([{ op: "remove_edge", id: "mine" }], "eve");
    await open();
    expect(server.graph.edges.map(({ id }) => id)).toEqual(["a>b"]);
    expect(Object.keys(store.getState().edges)).toEqual(["a>b"]);
    expect(store.getState()).toMatchObject({ saveState: "saved", conflicts: [] });
  });

  it("stay in the page when the browser is full, which is said once, and are saved when the server is back", async () => {
    const danger: boolean[] = [];
    const setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.stubGlobal("localStorage", { setItem, removeItem: () => {} });
    const kept = keepUnsentEdits(store, NAME, (isInDanger) => danger.push(isInDanger));
    server.failures = [new ApiError(0, "server_unreachable", ""), new ApiError(0, "server_unreachable", "")];
    edit(update("a", { name: "mine" }));
    expect(danger).toEqual([]);
    await autosave.flush();
    edit(update("b", { name: "mine, too" }));
    await autosave.flush();
    expect(danger).toEqual([true]);
    expect(kept.wouldLose()).toBe(true);
    await autosave.flush();
    expect(server.graph.nodes.map(({ name }) => name)).toEqual(["mine", "mine, too"]);
    expect(kept.wouldLose()).toBe(false);
    expect(danger).toEqual([true, false]);
    kept.stop();
    vi.unstubAllGlobals();
  });

  it("are not saved twice when only the answer was lost", async () => {
    server.loseAnswer = true;
    await leave({ op: "add_node", node: node("c") });
    await open();
    expect(server.graph.nodes.map(({ key }) => key)).toEqual(["a", "b", "c"]);
    expect(store.getState()).toMatchObject({ saveState: "saved", revision: 2 });
  });
});
