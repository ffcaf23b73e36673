import { describe, expect, it } from "vitest";
import { documentOf, edge, gridDocument, node } from "@/test/documents";
import { compactOperations } from "./compact";
import { diffDocuments } from "./diff";
import { applyOperations, applyTolerant, OperationError } from "./operations";
import type { GraphDocument, GraphOperation } from "./types";

const BASE = documentOf(
  [node("a", "start"), node("b"), node("c", "condition"), node("d"), node("e", "end")],
  ["a>b", "b>c", "c:true>d", "c:false>e", "d>e"],
);

/** Order of nodes is not restored by undo; everything else is. */
function content(document: GraphDocument) {
  return { nodes: document.nodes, edges: document.edges, keys: [...document.order].sort() };
}

const BATCHES: [string, GraphOperation[]][] = [
  ["an added node", [{ op: "add_node", node: node("f") }]],
  ["a config", [{ op: "update_node", key: "b", changes: { config: { template: "x" }, bypass: true } }]],
  ["a removed node with its edges", [{ op: "remove_node", key: "c" }]],
  [
    "an edge drawn the other way",
    [
      { op: "remove_edge", id: "d>e" },
      { op: "add_edge", edge: edge("b>e") },
    ],
  ],
  [
    "a node put into an edge",
    [
      { op: "remove_edge", id: "a>b" },
      { op: "add_node", node: node("f") },
      { op: "add_edge", edge: edge("a>f") },
      { op: "add_edge", edge: edge("f>b") },
    ],
  ],
  [
    "edits of a node that goes at the end",
    [
      { op: "update_node", key: "d", changes: { name: "new" } },
      { op: "update_node", key: "d", changes: { position: { x: 5, y: 5 } } },
      { op: "remove_node", key: "d" },
    ],
  ],
  [
    "a node replaced by one with the same key",
    [
      { op: "remove_node", key: "d" },
      { op: "add_node", node: node("d", "set") },
      { op: "add_edge", edge: edge("d>e") },
    ],
  ],
  ["everything removed", ["a", "b", "c", "d", "e"].map((key) => ({ op: "remove_node", key }))],
];

describe("applyOperations", () => {
  it.each(BATCHES)("takes back %s", (_name, operations) => {
    const { document, inverse } = applyOperations(BASE, operations);
    expect(content(document)).not.toEqual(content(BASE));
    const back = applyOperations(document, inverse);
    expect(content(back.document)).toEqual(content(BASE));
    expect(content(applyOperations(back.document, back.inverse).document)).toEqual(content(document));
  });

  it.each(BATCHES)("keeps the effect of %s when compacted", (_name, operations) => {
    const compact = applyOperations(BASE, compactOperations(operations)).document;
    expect(content(compact)).toEqual(content(applyOperations(BASE, operations).document));
  });

  it("round-trips random edits of a 500-node document", () => {
    const start = gridDocument(500);
    const random = generator(7);
    let document = start;
    const history: GraphOperation[][] = [];
    const all: GraphOperation[] = [];
    for (let step = 0; step < 300; step += 1) {
      const operations = randomEdit(document, random, step);
      const applied = applyOperations(document, operations);
      document = applied.document;
      history.push(applied.inverse);
      all.push(...operations);
    }
    expect(content(applyOperations(start, compactOperations(all)).document)).toEqual(content(document));
    expect(content(applyOperations(start, diffDocuments(start, document)).document)).toEqual(
      content(document),
    );
    for (const inverse of history.reverse()) document = applyOperations(document, inverse).document;
    expect(content(document)).toEqual(content(start));
  });

  it("leaves untouched nodes the same objects, so that only changed cards are drawn again", () => {
    const grid = gridDocument(500);
    const { document } = applyOperations(grid, [
      { op: "update_node", key: "n_3_3", changes: { position: { x: 1, y: 2 } } },
    ]);
    const changed = document.order.filter((key) => document.nodes[key] !== grid.nodes[key]);
    expect(changed).toEqual(["n_3_3"]);
    expect(document.edges).toBe(grid.edges);
  });

  it.each<[string, GraphOperation]>([
    ["a second node with the same key", { op: "add_node", node: node("a") }],
    ["an edge to nowhere", { op: "add_edge", edge: edge("a>zz") }],
    ["an update of a missing node", { op: "update_node", key: "zz", changes: { name: "x" } }],
    ["the removal of a missing edge", { op: "remove_edge", id: "zz" }],
  ])("refuses %s and changes nothing", (_name, operation) => {
    const before = content(BASE);
    expect(() => applyOperations(BASE, [{ op: "remove_node", key: "d" }, operation])).toThrow(OperationError);
    expect(content(BASE)).toEqual(before);
  });

  it("sees no change in an update with equal values", () => {
    const { inverse } = applyOperations(BASE, [{ op: "update_node", key: "b", changes: { config: {} } }]);
    expect(inverse).toEqual([]);
  });
});

describe("applyTolerant", () => {
  it("leaves out what no longer fits", () => {
    const result = applyTolerant(BASE, [
      { op: "update_node", key: "gone", changes: { name: "x" } },
      { op: "update_node", key: "b", changes: { name: "B" } },
    ]);
    expect(result.document.nodes.b?.name).toBe("B");
    expect(result.applied).toHaveLength(1);
  });
});

describe("compactOperations", () => {
  it("forgets a node that was added and removed", () => {
    const operations: GraphOperation[] = [
      { op: "add_node", node: node("f") },
      { op: "add_edge", edge: edge("b>f") },
      { op: "update_node", key: "f", changes: { name: "x" } },
      { op: "remove_node", key: "f" },
    ];
    expect(compactOperations(operations)).toEqual([]);
  });

  it("turns typing into one update", () => {
    const typed = ["H", "He", "Hel"].map(
      (text): GraphOperation => ({ op: "update_node", key: "b", changes: { config: { template: text } } }),
    );
    expect(compactOperations(typed)).toEqual([typed[2]]);
  });

  it("does not move a rename before the one that frees the name", () => {
    const operations: GraphOperation[] = [
      { op: "update_node", key: "b", changes: { bypass: true } },
      { op: "update_node", key: "d", changes: { name: "other" } },
      { op: "update_node", key: "b", changes: { name: "d" } },
    ];
    expect(compactOperations(operations)).toEqual(operations);
  });
});

/** Deterministic numbers in [0, 1). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomEdit(document: GraphDocument, random: () => number, step: number): GraphOperation[] {
  const key = document.order[Math.floor(random() * document.order.length)] ?? "";
  const dice = random();
  if (dice < 0.4) return [{ op: "update_node", key, changes: { position: { x: step, y: -step } } }];
  if (dice < 0.6) return [{ op: "update_node", key, changes: { config: { template: String(step) } } }];
  if (dice < 0.75) return [{ op: "remove_node", key }];
  const added = `new_${step}`;
  return [
    { op: "add_node", node: node(added) },
    { op: "add_edge", edge: edge(`${key}>${added}`) },
  ];
}
