import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import type { Graph, GraphOperation, GraphSaved, JsonObject } from "@/api/types";
import { applyOperations } from "@/document/operations";
import { toDocument } from "@/document/types";
import { documentOf, node, toLists } from "@/test/documents";
import { type Autosave, startAutosave } from "./autosave";
import { createDocumentStore, type DocumentStore } from "./document-store";
import { keepUnsentEdits, restoreUnsentEdits } from "./unsent-edits";

const LABEL = { en: "Edit", zh: "编辑" };

/** A server in memory: stores the graph, counts revisions, refuses what it is told to refuse. */
class GraphServer {
  graph: Graph = { ...toLists(documentOf([node("a"), node("b")], ["a>b"])), revision: 1, problems: [] };
  requests: GraphOperation[][] = [];
  failures: ApiError[] = [];
  /** The next batch is saved, but nobody hears of it. */
  loseAnswer = false;
  log: { revision: number; operations: GraphOperation[]; user: string; at: string }[] = [];

  async save(_id: string, body: { revision: number; operations: GraphOperation[] }): Promise<GraphSaved> {
    this.requests.push(body.operations);
    const failure = this.failures.shift();
    if (failure) throw failure;
    if (body.revision !== this.graph.revision) {
      const changes = this.log.filter(({ revision }) => revision > body.revision);
      const data = { revision: this.graph.revision, changes } as unknown as JsonObject;
      throw new ApiError(409, "graph_conflict", "", data);
    }
    const saved = this.write(body.operations, "me");
    if (this.loseAnswer) {
      this.loseAnswer = false;
      throw new ApiError(0, "server_unreachable", "");
    }
    return saved;
  }

  calls = {
    save: (id: string, body: { revision: number; operations: GraphOperation[] }) => this.save(id, body),
    load: () => this.load(),
  };

  async load(): Promise<Graph> {
    return this.graph;
  }

  write(operations: GraphOperation[], user: string): GraphSaved {
    const { document } = applyOperations(toDocument(this.graph), operations);
    this.graph = { ...toLists(document), revision: this.graph.revision + 1, problems: [] };
    this.log.push({ revision: this.graph.revision, operations, user, at: "" });
    return { revision: this.graph.revision, problems: [] };
  }
}

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

describe("refresh", () => {
  const rename = (key: string, name: string): GraphOperation => ({
    op: "update_node",
    key,
    changes: { name },
  });

  it("takes in what was saved elsewhere, once", async () => {
    server.write([rename("a", "Elsewhere")], "me");
    await autosave.refresh();
    expect(store.getState()).toMatchObject({ revision: 2, saveState: "saved", pending: [] });
    expect(store.getState().nodes.a?.name).toBe("Elsewhere");
    const before = store.getState();
    await autosave.refresh();
    expect(store.getState()).toBe(before);
  });

  it("leaves edits alone that are made before or while it asks", async () => {
    server.write([rename("a", "Elsewhere")], "me");
    const asked = autosave.refresh();
    store.getState().applyChanges([rename("b", "Typed")], { label: LABEL });
    await asked;
    expect(store.getState()).toMatchObject({ revision: 1, saveState: "dirty" });
    await autosave.flush();
    expect(store.getState().nodes).toMatchObject({ a: { name: "Elsewhere" }, b: { name: "Typed" } });
    expect(server.graph.nodes.map(({ name }) => name)).toEqual(["Elsewhere", "Typed"]);
  });
});

describe("autosave", () => {
  it("saves once, a moment after the last edit", async () => {
    edit(update("a", { config: { template: "1" } }));
    await vi.advanceTimersByTimeAsync(300);
    edit(update("a", { config: { template: "2" } }));
    await vi.advanceTimersByTimeAsync(300);
    expect(server.requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(server.requests).toEqual([[update("a", { config: { template: "2" } })]]);
    expect(store.getState()).toMatchObject({ saveState: "saved", revision: 2 });
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
  ] as const)("asks when both changed the same field; keeping %s", async (keep, name) => {
    server.write([update("a", { name: "theirs" })], "eve");
    edit(update("a", { name: "mine" }));
    await autosave.flush();
    expect(store.getState().saveState).toBe("conflict");
    expect(store.getState().conflict).toHaveLength(1);
    await autosave.settle(keep);
    expect(server.graph.nodes[0]?.name).toBe(name);
    expect(store.getState().nodes.a?.name).toBe(name);
    expect(store.getState()).toMatchObject({ saveState: "saved", conflict: [], pending: [] });
  });

  it("asks when a node that we edited was removed elsewhere", async () => {
    server.write([{ op: "remove_node", key: "a" }], "eve");
    edit(update("a", { name: "mine" }));
    await autosave.flush();
    expect(store.getState().saveState).toBe("conflict");
    await autosave.settle("mine");
    expect(server.graph.nodes.map(({ name }) => name).sort()).toEqual(["b", "mine"]);
    expect(server.graph.edges).toHaveLength(1);
  });

  it("saves the rest when one field is refused, and says which", async () => {
    const errors = [{ pointer: "/operations/0/config/rows/0/value", code: "bad", message: "Too long" }];
    server.failures = [new ApiError(400, "graph_invalid_operation", "", { errors })];
    edit(update("a", { config: { rows: [] } }), update("b", { name: "B" }));
    await autosave.flush();
    expect(store.getState().saveState).toBe("invalid");
    expect(store.getState().fieldErrors).toEqual({ a: { "rows.0.value": "Too long" } });
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
    expect(store.getState()).toMatchObject({ saveState: "saved", conflict: [], revision: 3 });
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

  afterEach(() => localStorage.clear());

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
    server.write([update("a", { name: "theirs" })], "eve");
    await open();
    expect(store.getState().saveState).toBe("conflict");
    expect(server.graph.nodes[0]?.name).toBe("theirs");
  });

  it("are not saved twice when only the answer was lost", async () => {
    server.loseAnswer = true;
    await leave({ op: "add_node", node: node("c") });
    await open();
    expect(server.graph.nodes.map(({ key }) => key)).toEqual(["a", "b", "c"]);
    expect(store.getState()).toMatchObject({ saveState: "saved", revision: 2 });
  });
});
