/** Undo and redo of 1,000 random commands, with another editor's operations in between. A failure names its seed. */

import { describe, expect, it } from "vitest";
import type { GraphOperation } from "@/api/types";
import { planExtraction } from "@/document/extract-workflow";
import { applyOperations } from "@/document/operations";
import { moveOperations } from "@/document/reparent";
import { sharedOperations } from "@/document/shared-settings";
import type { GraphDocument } from "@/document/types";
import { useUi } from "@/stores/ui-store";
import { dice, pick } from "@/test/dice";
import { documentOf, node } from "@/test/documents";
import { type FakeEditor, openTestEditor } from "@/test/editor";
import { addToDocument, connect, insertNode, renameNode } from "./edits";
import { COMMANDS, commandById } from "./registry";

const COMMANDS_PER_SEED = 200;
const SEEDS = [1, 2, 3, 4, 5];
/** The other editor's nodes: far away, so that nobody makes room for them. */
const THEIRS = ["x1", "x2", "x3"];
const FAR = 1_000_000;

const at = (x: number, y: number) => ({ position: { x, y } });
const begin = () =>
  documentOf(
    [
      node("start", "start"),
      node("a", "process", at(336, 0)),
      node("if", "condition", at(672, 0)),
      node("b", "template", { ...at(1008, 0), config: { template: "{{ nodes.a.result }}" } }),
      node("c", "set", { ...at(1008, 300), config: { value: "nodes.b.text" } }),
      node("each", "iteration", at(0, 600)),
      node("in", "template", { parent: "each", ...at(24, 64) }),
      node("end", "end", at(1400, 0)),
    ],
    ["start>a", "a>if", "if:true>b", "if:false>c", "b>end"],
  );

/** Commands that need no page around them. */
const RUNNABLE = COMMANDS.filter(({ id }) =>
  /^(delete|duplicate|bypass|group|ungroup|fold|nudge|align-|distribute-|add-note|pin-output)/.test(id),
);

class Story {
  readonly editor: FakeEditor;
  readonly start = begin();
  /** The graph as it were without us. */
  theirs: GraphDocument = this.start;

  constructor(private readonly roll: () => number) {
    this.editor = openTestEditor(this.start);
  }

  get state() {
    return this.editor.document.getState();
  }

  /** The other editor does something, and we hear of it; sometimes what we did is saved. */
  between(): void {
    if (this.roll() < 0.3) this.save();
    if (this.roll() < 0.3) this.interfere();
  }

  private save(): void {
    if (this.state.pending.length === 0) return;
    this.state.startSending();
    const { batch, revision } = this.state;
    this.state.setSaved(batch, { revision: revision + 1, changes: [], problems: [] });
  }

  private interfere(): void {
    const key = pick(this.roll, THEIRS);
    const text = this.roll().toString(36).slice(2, 8);
    const operation: GraphOperation = !this.theirs.nodes[key]
      ? { op: "add_node", node: node(key, "template", at(FAR, FAR)) }
      : pick<GraphOperation>(this.roll, [
          { op: "update_config", key, set: { template: text }, unset: [] },
          { op: "update_node", key, changes: { name: `${key} ${text}` } },
          { op: "remove_node", key },
        ]);
    this.theirs = applyOperations(this.theirs, [operation]).document;
    const revision = this.state.revision + 1;
    this.state.receive({ revision, operations: [operation], batch: null, user: "ben", at: "" });
  }

  /** One command or gesture of ours, on random nodes of ours. */
  async act(): Promise<void> {
    const { roll, editor } = this;
    const mine = this.state.order.filter((key) => !THEIRS.includes(key));
    const some = () => mine.filter(() => roll() < 0.3);
    const [one, other] = [pick(roll, mine), pick(roll, mine)];
    useUi.getState().select(some());
    const gestures: (() => unknown)[] = [
      () => this.run(pick(roll, RUNNABLE).id),
      () => this.run(pick(roll, RUNNABLE).id),
      () => this.run(pick(roll, RUNNABLE).id),
      () => renameNode(editor.document, one, roll().toString(36).slice(2, 6)),
      () => addToDocument(editor, this.type(), { kind: "free", at: { x: roll() * 900, y: roll() * 900 } }),
      () => connect(editor, { node: one, port: "out" }, { node: other, port: "in" }),
      () => this.insert(one),
      () => this.move(some(), pick(roll, [null, ...mine.filter((key) => this.isFrame(key))])),
      () => this.share(some()),
      () => this.extract(some()),
    ];
    await pick(roll, gestures)();
  }

  private async run(id: string): Promise<void> {
    const key = pick(this.roll, ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);
    const command = commandById(id);
    if (command.when(this.editor)) await command.run(this.editor, new KeyboardEvent("keydown", { key }));
  }

  private type() {
    const { template, process, iteration, end } = this.editor.types;
    return pick(
      this.roll,
      [template, process, iteration, end].flatMap((type) => type ?? []),
    );
  }

  private isFrame(key: string): boolean {
    return ["group", "iteration"].includes(this.state.nodes[key]?.type ?? "");
  }

  private insert(key: string): void {
    const edges = Object.keys(this.state.edges);
    if (edges.length > 0) insertNode(this.editor, pick(this.roll, edges), key, { x: 400, y: 40 });
  }

  private move(keys: string[], parent: string | null): void {
    const { types } = this.editor;
    const moves = keys
      .filter((key) => key !== parent && !this.isFrame(key) && this.state.nodes[key]?.type === "template")
      .map((key) => ({ key, to: { x: this.roll() * 2000, y: this.roll() * 2000 } }));
    this.state.applyChanges(moveOperations(this.state, types, moves, parent), { label: LABEL });
  }

  private share(keys: string[]): void {
    const after = { provider: this.roll().toString(36) };
    this.state.applyChanges(sharedOperations(this.state, this.editor.types, keys, {}, after), {
      label: LABEL,
    });
  }

  private extract(keys: string[]): void {
    const plan = planExtraction(this.state, this.editor.types, keys, { language: "en", name: "Part" });
    if (plan?.fault === null) this.state.applyChanges(plan.extraction.replace("part"), { label: LABEL });
  }
}

const LABEL = { en: "Edit" };

function contentOf({ nodes, edges }: GraphDocument): unknown {
  return { nodes, edges };
}

describe("undo and redo of random commands", () => {
  it.each(SEEDS)("leave what the other editor did, and bring all of ours back (seed %i)", async (seed) => {
    const story = new Story(dice(seed));
    for (let count = 0; count < COMMANDS_PER_SEED; count += 1) {
      await story.act();
      story.between();
    }
    const steps = story.state.history.past.length;
    expect(steps).toBeGreaterThan(80);
    const done = ofOurs(story.state);
    while (story.state.undo()) story.between();
    expect(contentOf(story.state)).toEqual(contentOf(story.theirs));
    while (story.state.redo()) story.between();
    expect(story.state.history.past).toHaveLength(steps);
    expect(ofOurs(story.state)).toEqual(done);
    expect(THEIRS.map((key) => story.state.nodes[key])).toEqual(THEIRS.map((key) => story.theirs.nodes[key]));
  });
});

function ofOurs({ nodes, edges }: GraphDocument): unknown {
  const ours = Object.entries(nodes).filter(([key]) => !THEIRS.includes(key));
  return { nodes: Object.fromEntries(ours), edges };
}
