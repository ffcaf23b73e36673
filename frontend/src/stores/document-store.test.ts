import { describe, expect, it } from "vitest";
import type { GraphOperation } from "@/api/types";
import { documentOf, edge, gridDocument, node, toLists } from "@/test/documents";
import { createDocumentStore, type DocumentStore, whenSaved } from "./document-store";

const LABEL = { en: "Edit", zh: "编辑" };

function storeOf(document = documentOf([node("a"), node("b")], ["a>b"]), now?: () => number): DocumentStore {
  const store = createDocumentStore(now);
  store.getState().load("w1", { ...toLists(document), revision: 3, problems: [] });
  return store;
}

function type(store: DocumentStore, text: string, mergeKey = "b.template"): void {
  const changes: GraphOperation[] = [
    { op: "update_node", key: "b", changes: { config: { template: text } } },
  ];
  store.getState().applyChanges(changes, { label: LABEL, mergeKey });
}

describe("document store", () => {
  it("takes an edit back and does it again", () => {
    const store = storeOf();
    store.getState().applyChanges([{ op: "remove_node", key: "b" }], { label: LABEL });
    expect(store.getState().edges).toEqual({});
    expect(store.getState().undo()).toBe(LABEL);
    expect(store.getState().edges["a>b"]).toEqual(edge("a>b"));
    store.getState().redo();
    expect(store.getState().order).toEqual(["a"]);
  });

  it("merges typing into one step of history and one pending update", () => {
    let clock = 0;
    const store = storeOf(undefined, () => clock);
    for (const text of ["H", "He", "Hel"]) {
      type(store, text);
      clock += 200;
    }
    expect(store.getState().history.past).toHaveLength(1);
    expect(store.getState().pending).toHaveLength(1);
    store.getState().undo();
    expect(store.getState().nodes.b?.config).toEqual({});
  });

  it("begins a new step after a pause, in another field, and after an undo", () => {
    let clock = 0;
    const store = storeOf(undefined, () => clock);
    type(store, "a");
    clock = 5000;
    type(store, "b");
    type(store, "c", "b.other");
    expect(store.getState().history.past).toHaveLength(3);
    store.getState().undo();
    type(store, "d");
    expect(store.getState().history.past).toHaveLength(3);
    expect(store.getState().history.future).toHaveLength(0);
  });

  it("records nothing when nothing changed", () => {
    const store = storeOf();
    const changes: GraphOperation[] = [{ op: "update_node", key: "b", changes: { name: "b" } }];
    expect(store.getState().applyChanges(changes, { label: LABEL })).toBe(false);
    expect(store.getState()).toMatchObject({ saveState: "saved", pending: [] });
  });

  it("sends what undo takes back, or nothing when it was not sent yet", () => {
    const store = storeOf();
    store.getState().applyChanges([{ op: "add_node", node: node("c") }], { label: LABEL });
    store.getState().undo();
    expect(store.getState().pending).toEqual([]);
    store.getState().redo();
    store.getState().startSending();
    store.getState().undo();
    expect(store.getState().pending).toEqual([{ op: "remove_node", key: "c" }]);
  });

  it("undoes what still fits after somebody else removed a node", () => {
    const store = storeOf();
    type(store, "mine");
    store.getState().receive({
      revision: 4,
      operations: [{ op: "remove_node", key: "b" }],
      batch: null,
      user: "eve",
      at: "",
    });
    expect(() => store.getState().undo()).not.toThrow();
    expect(store.getState().order).toEqual(["a"]);
  });

  it("puts a deleted node back beside another one that took its key, and its later history with it", () => {
    const store = storeOf();
    type(store, "first");
    store.getState().applyChanges([{ op: "remove_node", key: "b" }], { label: LABEL });
    store.getState().startSending();
    const { batch } = store.getState();
    store.getState().setSaved(batch, { revision: 4, changes: [], problems: [] });
    const theirs = node("b", "http_request", { name: "Theirs" });
    const change = { revision: 5, operations: [{ op: "add_node" as const, node: theirs }] };
    store.getState().receive({ ...change, batch: "theirs", user: "ben", at: "" });

    store.getState().undo();
    expect(store.getState().nodes).toMatchObject({ b: theirs, b_2: { config: { template: "first" } } });
    expect(Object.values(store.getState().edges)).toMatchObject([{ source: "a", target: "b_2" }]);
    store.getState().undo();
    expect(store.getState().nodes).toMatchObject({ b: theirs, b_2: { config: {} } });
    store.getState().redo();
    store.getState().redo();
    expect(store.getState().nodes).toEqual({ a: node("a"), b: theirs });
    expect(store.getState().edges).toEqual({});
  });

  it("lets viewers change nothing", () => {
    const store = createDocumentStore();
    const graph = { ...toLists(documentOf([node("a")])), revision: 1, problems: [] };
    store.getState().load("w1", graph, { readOnly: true });
    expect(store.getState().applyChanges([{ op: "remove_node", key: "a" }], { label: LABEL })).toBe(false);
    expect(store.getState().order).toEqual(["a"]);
  });

  it("undoes 100 edits of a 500-node document back to the start", () => {
    const grid = gridDocument(500);
    const store = storeOf(grid);
    for (const key of grid.order.slice(0, 100)) {
      store.getState().applyChanges([{ op: "remove_node", key }], { label: LABEL });
    }
    while (store.getState().undo());
    expect(store.getState().nodes).toEqual(grid.nodes);
    expect(store.getState().edges).toEqual(grid.edges);
    expect(store.getState().pending.length).toBeLessThan(1500);
  });
});

it("lets others wait until everything is stored", async () => {
  const store = storeOf();
  await whenSaved(store);
  type(store, "Hello");
  let isSaved = false;
  const waiting = whenSaved(store).then(() => {
    isSaved = true;
  });
  store.getState().startSending();
  await Promise.resolve();
  expect(isSaved).toBe(false);
  store.getState().setSaved(store.getState().batch, { revision: 4, changes: [], problems: [] });
  await waiting;
});
