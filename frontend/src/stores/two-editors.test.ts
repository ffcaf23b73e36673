/** Two editors of one graph, with losses, late answers and reconnects: one document in the end, no accepted edit lost. */

import { describe, expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import type { GraphOperation } from "@/api/types";
import { applyOperations } from "@/document/operations";
import { type GraphDocument, nodeList, toDocument } from "@/document/types";
import { type Dice, dice, pick } from "@/test/dice";
import { node } from "@/test/documents";
import { GraphServer } from "@/test/graph-server";
import { createDocumentStore, type DocumentStore } from "./document-store";

const LABEL = { en: "Edit", zh: "编辑" };
const KEYS = ["a", "b", "c", "d"];

function randomEdit(roll: Dice, document: GraphDocument, keys: readonly string[]): GraphOperation {
  const key = pick(roll, keys);
  const text = roll().toString(36).slice(2, 8);
  const there = document.nodes[key];
  if (!there) return { op: "add_node", node: node(key, "template", { name: `${key} ${text}` }) };
  const other = pick(roll, keys);
  const edge = { id: `${key}>${other}`, source: key, source_port: "out", target: other, target_port: "in" };
  const choices: GraphOperation[] = [
    { op: "update_node", key, changes: { config: { ...there.config, [pick(roll, ["x", "y"])]: text } } },
    { op: "update_node", key, changes: { position: { x: Math.floor(roll() * 100), y: 0 } } },
    { op: "update_node", key, changes: { name: `${key} ${text}` } },
    document.edges[edge.id] ? { op: "remove_edge", id: edge.id } : { op: "add_edge", edge },
  ];
  return roll() < 0.08 ? { op: "remove_node", key } : pick(roll, choices);
}

class Editor {
  readonly store: DocumentStore = createDocumentStore(() => 0);
  private heard = 1;
  accepted: string[] = [];

  constructor(
    private readonly server: GraphServer,
    private readonly user: string,
    private readonly roll: Dice,
  ) {
    this.store.getState().load("w", server.graph);
  }

  edit(): void {
    try {
      this.store
        .getState()
        .applyChanges([randomEdit(this.roll, this.store.getState(), KEYS)], { label: LABEL });
    } catch {
      // It does not fit: a connection to a node that is not there.
    }
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

  /** One request: it may be lost on its way there or back. */
  async send(losses = 0.2): Promise<void> {
    const { sending, pending } = this.store.getState();
    if (sending.length + pending.length === 0) return;
    this.store.getState().startSending();
    const { since, batch, sending: operations } = this.store.getState();
    if (batch === null || this.roll() < losses) return;
    try {
      const saved = await this.server.save(
        { revision: since, operations: [...operations], batch },
        this.user,
      );
      this.accepted.push(batch);
      if (this.roll() >= losses) this.store.getState().setSaved(batch, saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409) {
        for (const change of error.data.changes ?? []) this.store.getState().receive(change);
      } else this.store.getState().returnPending([], "dirty");
    }
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

describe("two editors", () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))("end with the same document (%i)", async (seed) => {
    const roll = dice(seed + 1);
    const server = new GraphServer();
    const start = toDocument(server.graph);
    const editors = [new Editor(server, "ann", roll), new Editor(server, "ben", roll)];
    for (let step = 0; step < 150; step += 1) {
      const editor = pick(roll, editors);
      const act = roll();
      if (act < 0.45) editor.edit();
      else if (act < 0.7) await editor.send();
      else if (act < 0.95) editor.hear(1 + Math.floor(roll() * 3));
      else editor.store.getState()[pick(roll, ["undo", "redo"] as const)]();
    }
    for (const editor of [...editors, ...editors]) await editor.settle();
    for (const { store } of editors) {
      expect(store.getState()).toMatchObject({ sending: [], pending: [], revision: server.graph.revision });
      expect(content(store.getState())).toEqual(content(toDocument(server.graph)));
    }
    // What was accepted is in the log once, and the log is the graph.
    const batches = server.log.map(({ batch }) => batch);
    expect(new Set(batches).size).toBe(batches.length);
    expect(batches.length).toBeGreaterThan(10);
    for (const { accepted } of editors) for (const batch of accepted) expect(batches).toContain(batch);
    const replayed = server.log.reduce(
      (document, { operations }) => applyOperations(document, operations).document,
      start,
    );
    expect(content(replayed)).toEqual(content(toDocument(server.graph)));
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
          if (store.getState().applyChanges([edit], { label: LABEL })) made += 1;
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
