/** The outline is the canvas in words: after any edit, both hold the same nodes in the same frames, and the same edges. */

import { expect, it } from "vitest";
import type { EdgeDoc, GraphOperation, NodeDoc } from "@/api/types";
import { hiddenIn, withFrameLook } from "@/document/frames";
import { descendantKeys, isFrame } from "@/document/nesting";
import { type OutlineItem, outlineOf } from "@/document/outline";
import { outputPorts } from "@/document/ports";
import { type GraphDocument, nodeList } from "@/document/types";
import { connectionFault, mayAdd } from "@/document/validate";
import { createDocumentStore } from "@/stores/document-store";
import { type Dice, dice, pick } from "@/test/dice";
import { NODE_TYPES, node } from "@/test/documents";
import { syncEdges, syncNodes } from "./to-flow";

const EDITS = 200;
const LABEL = { en: "Edit", zh: "编辑" };
const KINDS = ["start", "process", "template", "condition", "switch", "iteration", "group", "note", "end"];
const NONE: ReadonlySet<string> = new Set();

function randomEdit(roll: Dice, document: GraphDocument, count: number): GraphOperation[] {
  const nodes = nodeList(document);
  const type = pick(roll, KINDS);
  if (nodes.length < 4 || roll() < 0.3) {
    return mayAdd(document, type)
      ? [{ op: "add_node", node: node(`n${count}`, type, { parent: frame(roll, nodes, null) }) }]
      : [];
  }
  const one = pick(roll, nodes);
  const edges = Object.values(document.edges);
  const update = (changes: Partial<NodeDoc>): GraphOperation[] => [
    { op: "update_node", key: one.key, changes },
  ];
  const kind = roll();
  if (kind < 0.6) return connect(roll, document, count);
  if (kind < 0.66 && edges.length > 0) return [{ op: "remove_edge", id: pick(roll, edges).id }];
  if (kind < 0.74) return update({ name: `Node ${count}`, bypass: roll() < 0.5 });
  if (kind < 0.82 && isFrame(one, NODE_TYPES))
    return update({ config: withFrameLook(one, { collapsed: roll() < 0.5 }) });
  if (kind < 0.98 && edges.every(({ source, target }) => source !== one.key && target !== one.key))
    return update({ parent: frame(roll, nodes, one, document) });
  return remove(document, one);
}

function frame(
  roll: Dice,
  nodes: NodeDoc[],
  around: NodeDoc | null,
  document?: GraphDocument,
): string | null {
  const inside = around && document ? [around.key, ...descendantKeys(document.nodes, around.key)] : [];
  const frames = nodes.filter((one) => isFrame(one, NODE_TYPES) && !inside.includes(one.key));
  return frames.length > 0 && roll() < 0.3 ? pick(roll, frames).key : null;
}

/** Draws one of the edges that there may be. */
function connect(roll: Dice, document: GraphDocument, count: number): GraphOperation[] {
  const nodes = nodeList(document);
  const possible = nodes.flatMap((from) =>
    outputPorts(from, NODE_TYPES[from.type]).flatMap(({ id }) =>
      nodes.flatMap(({ key }): EdgeDoc[] => {
        const fault = connectionFault(
          document,
          NODE_TYPES,
          { node: from.key, port: id },
          { node: key, port: "in" },
        );
        if (fault !== null) return [];
        return [{ id: `e${count}`, source: from.key, source_port: id, target: key, target_port: "in" }];
      }),
    ),
  );
  return possible.length > 0 ? [{ op: "add_edge", edge: pick(roll, possible) }] : [];
}

function remove(document: GraphDocument, { key }: NodeDoc): GraphOperation[] {
  const gone = [key, ...descendantKeys(document.nodes, key)].reverse();
  return gone.map((one) => ({ op: "remove_node" as const, key: one }));
}

function onCanvas(document: GraphDocument) {
  const cards = syncNodes([], { document, types: NODE_TYPES, selection: NONE, problems: new Map() });
  const lines = syncEdges([], { ...document, types: NODE_TYPES, selection: NONE, nameOf: ({ id }) => id });
  return {
    nodes: cards.map(({ id, parentId, ariaLabel }) => `${id} ${ariaLabel} in ${parentId}`).sort(),
    edges: lines.map(({ id, source, target }) => `${id} ${source} ${target}`).sort(),
  };
}

function inOutline(document: GraphDocument) {
  const items: { item: OutlineItem; parent: string | undefined }[] = [];
  const take = (level: readonly OutlineItem[], parent?: string) => {
    for (const item of level) {
      items.push({ item, parent });
      take(item.children, item.node.key);
    }
  };
  take(outlineOf(document, NODE_TYPES));
  /** Folded frames show the edges of what is in them as their own. */
  const drawn = (key: string) => hiddenIn(document.nodes, NODE_TYPES, key) ?? key;
  return {
    nodes: items.map(({ item: { node }, parent }) => `${node.key} ${node.name} in ${parent}`).sort(),
    edges: items
      .flatMap(({ item }) => item.links)
      .map(({ edge, target }) => [edge.id, drawn(edge.source), drawn(target.key)] as const)
      .filter(([, source, target]) => source !== target)
      .map((ends) => ends.join(" "))
      .sort(),
  };
}

it.each([1, 2, 3, 4, 5])("stays equal over 200 random edits, with undo and redo (%i)", (seed) => {
  const roll = dice(seed);
  const store = createDocumentStore(() => 0);
  store.getState().load("w", { revision: 1, nodes: [], edges: [], problems: [] });
  let edges = 0;
  let nested = 0;
  for (let count = 0; count < EDITS; ) {
    const state = store.getState();
    const way = roll();
    const isDone =
      way < 0.1
        ? state.undo() !== null
        : way < 0.15
          ? state.redo() !== null
          : state.applyChanges(randomEdit(roll, state, count), { label: LABEL });
    if (!isDone) continue;
    count += 1;
    const outline = inOutline(store.getState());
    expect(outline).toEqual(onCanvas(store.getState()));
    edges = Math.max(edges, Object.keys(store.getState().edges).length);
    nested = Math.max(nested, outline.nodes.filter((one) => !one.endsWith("undefined")).length);
  }
  // The edits were worth the trouble.
  expect(edges).toBeGreaterThan(12);
  expect(nested).toBeGreaterThan(5);
});
