/** Two editors of one graph, with losses, late answers and reconnects: one document in the end, no accepted edit lost. */

import { describe, expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import type { GraphOperation } from "@/api/types";
import { editedPart } from "@/document/edited-part";
import { applyOperations } from "@/document/operations";
import { type GraphDocument, nodeList, toDocument } from "@/document/types";
import { type Dice, dice, pick } from "@/test/dice";
import { node } from "@/test/documents";
import { accepted } from "@/test/graph-rules";
import { GraphServer } from "@/test/graph-server";
import { createDocumentStore, type DocumentStore } from "./document-store";

const LABEL = { en: "Edit", zh: "编辑" };
const KEYS = ["a", "b", "c", "d"];

function randomEdit(
  roll: Dice,
  document: GraphDocument,
  keys: readonly string[],
  names: readonly string[] = [],
): GraphOperation {
  const key = pick(roll, keys);
  const text = roll().toString(36).slice(2, 8);
  const there = document.nodes[key];
  if (!there) return { op: "add_node", node: node(key, "template", { name: `${key} ${text}` }) };
  const other = pick(roll, keys);
  const edge = { id: `${key}>${other}`, source: key, source_port: "out", target: other, target_port: "in" };
  const { x: _unset, ...withoutX } = there.config;
  const choices: GraphOperation[] = [
    { op: "update_node", key, changes: { config: { ...there.config, [pick(roll, ["x", "y"])]: text } } },
    { op: "update_node", key, changes: { config: withoutX } },
    { op: "update_node", key, changes: { position: { x: Math.floor(roll() * 100), y: 0 } } },
    { op: "update_node", key, changes: { name: pick(roll, [`${key} ${text}`, ...names]) } },
    { op: "update_node", key, changes: { bypass: !there.bypass } },
    document.edges[edge.id] ? { op: "remove_edge", id: edge.id } : { op: "add_edge", edge },
  ];
  return roll() < 0.08 ? { op: "remove_node", key } : pick(roll, choices);
}

class Editor {
  store: DocumentStore = createDocumentStore(() => 0);
  private heard = 1;
  accepted: string[] = [];

  constructor(
    private readonly server: GraphServer,
    private readonly user: string,
    private readonly roll: Dice,
  ) {
    this.store.getState().load("w", server.graph);
  }

  /** Allowed by the canvas: no dangling connection, no cycle, no duplicate name. */
  edit(): void {
    const state = this.store.getState();
    const edit = randomEdit(this.roll, state, KEYS, ["One", "Two"]);
    try {
      if (accepted(state, [edit])) state.applyChanges([edit], { label: LABEL });
    } catch {
      // It does not fit.
    }
  }

  /** Close the tab and open the workflow again: what was not saved waits in the browser. */
  reopen(): void {
    const state = this.store.getState();
    const earlier = editedPart(state, state.earlier, [...state.sending, ...state.pending]);
    this.store = createDocumentStore(() => 0);
    this.store.getState().load("w", this.server.graph);
    if (state.sending.length + state.pending.length > 0)
      this.store.getState().restore({ ...state, earlier }, { label: LABEL });
    this.heard = this.store.getState().revision;
  }

  /** The next frames of the socket; a new connection begins where the store is. */
  hear(count: number): void {
    if (this.roll() < 0.2) this.heard = this.store.getState().revision;
    const frames = this.server.log.filter(({ revision }) => revision > this.heard).slice(0, count);
    for (const change of frames) {
      this.store.getState().receive(change);
      this.heard = change.revision;
    }
  }

  /** One request: it may be lost on its way there or back, or arrive twice. */
  async send(losses = 0.2): Promise<void> {
    const { sending, pending } = this.store.getState();
    if (sending.length + pending.length === 0) return;
    this.store.getState().startSending();
    const { since, batch, sending: operations } = this.store.getState();
    if (batch === null || this.roll() < losses) return;
    const request = { revision: since, operations: [...operations], batch };
    try {
      let saved = await this.server.save(request, this.user);
      this.accepted.push(batch);
      if (this.roll() < losses) saved = await this.server.save(request, this.user);
      if (this.roll() >= losses) this.store.getState().setSaved(batch, saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 409) throw new Error(`refused for ever: ${JSON.stringify(operations)}`);
      this.catchUp(error);
    }
  }

  /** As `autosave.ts` does. */
  private catchUp({ data }: ApiError): void {
    const { receive, receiveGraph } = this.store.getState();
    for (const change of data.changes ?? []) receive(change);
    if ((data.changes ?? []).length === 0) receiveGraph(this.server.graph);
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 50; round += 1) {
      await this.send(0);
      this.hear(1000);
    }
  }
}

function content(document: GraphDocument): unknown {
  return {
    nodes: Object.fromEntries(nodeList(document).map((one) => [one.key, one])),
    edges: document.edges,
  };
}

/** Random acts of both, then everything is sent and heard. Each failure names the seed. */
async function interleave(seed: number, maxChanges: number): Promise<void> {
  const roll = dice(seed);
  const server = new GraphServer();
  server.maxChanges = maxChanges;
  const start = toDocument(server.graph);
  const editors = [new Editor(server, "ann", roll), new Editor(server, "ben", roll)];
  for (let step = 0; step < 150; step += 1) {
    const editor = pick(roll, editors);
    const act = roll();
    if (act < 0.45) editor.edit();
    else if (act < 0.7) await editor.send();
    else if (act < 0.93) editor.hear(1 + Math.floor(roll() * 3));
    else if (act < 0.95) editor.reopen();
    else editor.store.getState()[pick(roll, ["undo", "redo"] as const)]();
  }
  for (const editor of [...editors, ...editors]) await editor.settle();
  const stored = content(toDocument(server.graph));
  for (const { store } of editors) {
    const { sending, pending, revision } = store.getState();
    expect({ sending, pending, revision }, `seed ${seed}`).toEqual({
      sending: [],
      pending: [],
      revision: server.graph.revision,
    });
    expect(content(store.getState()), `seed ${seed}`).toEqual(stored);
  }
  // What was accepted is in the log once, and the log is the graph.
  const batches = server.log.map(({ batch }) => batch);
  expect(new Set(batches).size, `seed ${seed}`).toBe(batches.length);
  expect(batches.length, `seed ${seed}`).toBeGreaterThan(10);
  for (const editor of editors)
    expect(batches, `seed ${seed}`).toEqual(expect.arrayContaining(editor.accepted));
  const replayed = server.log.reduce(
    (document, { operations }) => applyOperations(document, operations).document,
    start,
  );
  expect(content(replayed), `seed ${seed}`).toEqual(stored);
}

describe("two editors", () => {
  it.each([
    ["that are near each other", 500],
    ["of which one may be too far behind", 3],
  ])("end with the same document after any of 200 interleavings, %s", async (_case, maxChanges) => {
    for (let seed = 1; seed <= 200; seed += 1) await interleave(seed, maxChanges);
  });

  it("lets one undo and redo 1,000 random commands around the other's edits", () => {
    const roll = dice(7);
    const server = new GraphServer();
    const store = createDocumentStore(() => 0);
    store.getState().load("w", server.graph);
    const theirs = ["x1", "x2", "x3"];
    let other = toDocument(server.graph);
    let steps = 0;
    const interfere = () => {
      const operation = randomEdit(roll, other, theirs);
      try {
        other = applyOperations(other, [operation]).document;
      } catch {
        return;
      }
      const revision = store.getState().revision + 1;
      store.getState().receive({ revision, operations: [operation], batch: null, user: "ben", at: "" });
    };
    const mine = (): unknown => {
      const { nodes, edges } = store.getState();
      const isMine = (key: string) => !theirs.includes(key);
      return {
        nodes: Object.fromEntries(Object.entries(nodes).filter(([key]) => isMine(key))),
        edges: Object.fromEntries(Object.entries(edges).filter(([, { source }]) => isMine(source))),
      };
    };
    while (steps < 1000) {
      // History keeps 200 steps.
      const before = mine();
      let made = 0;
      while (made < 200) {
        try {
          const edit = randomEdit(roll, store.getState(), KEYS);
          if (accepted(store.getState(), [edit]) && store.getState().applyChanges([edit], { label: LABEL }))
            made += 1;
        } catch {
          continue;
        }
        if (roll() < 0.3) interfere();
      }
      const after = mine();
      for (let at = 0; at < made; at += 1) {
        store.getState().undo();
        if (roll() < 0.3) interfere();
      }
      expect(mine()).toEqual(before);
      for (let at = 0; at < made; at += 1) {
        store.getState().redo();
        if (roll() < 0.3) interfere();
      }
      expect(mine()).toEqual(after);
      steps += made;
    }
    for (const key of theirs) expect(store.getState().nodes[key]).toEqual(other.nodes[key]);
  });
});
