import { describe, expect, it } from "vitest";
import type { EdgeDoc } from "@/api/types";
import { applyOperations } from "@/document/operations";
import type { GraphDocument } from "@/document/types";
import { documentOf, gridDocument, NODE_TYPES, node } from "@/test/documents";
import { type CardNode, syncEdges, syncNodes } from "./to-flow";

const NONE: ReadonlySet<string> = new Set();
const NO_PROBLEMS = new Map<string, "error" | "warning">();

function sync(
  before: readonly CardNode[],
  document: GraphDocument,
  selection = NONE,
  problems = NO_PROBLEMS,
) {
  return syncNodes(before, { document, types: NODE_TYPES, selection, problems });
}

describe("syncNodes", () => {
  const grid = gridDocument(500);
  const cards = sync([], grid);
  const changed = (after: CardNode[]) => after.filter((card, at) => card !== cards[at]).map(({ id }) => id);

  it("keeps every card that did not change", () => {
    expect(changed(sync(cards, grid))).toEqual([]);
    const { document } = applyOperations(grid, [{ op: "update_node", key: "n_1_1", changes: { name: "x" } }]);
    expect(changed(sync(cards, document))).toEqual(["n_1_1"]);
  });

  it("draws again what is selected or gets a problem", () => {
    expect(changed(sync(cards, grid, new Set(["n_0_3"])))).toEqual(["n_0_3"]);
    expect(changed(sync(cards, grid, NONE, new Map([["n_0_4", "error"]])))).toEqual(["n_0_4"]);
  });

  it("leaves a card under the pointer where it is while it is dragged", () => {
    const dragged = cards.map((card) =>
      card.id === "n_0_1" ? { ...card, position: { x: 5, y: 5 }, dragging: true } : card,
    );
    const after = sync(dragged, grid, NONE, new Map([["n_0_1", "error"]]));
    expect(after[1]?.position).toEqual({ x: 5, y: 5 });
  });

  it("knows sizes and ports without measuring", () => {
    const [card] = sync([], documentOf([node("c", "condition")]));
    expect(card?.measured).toEqual({ width: 248, height: card?.height });
    expect(card?.handles?.map(({ id, type }) => `${type} ${id}`)).toEqual([
      "target in",
      "source true",
      "source false",
    ]);
  });

  it("shows on a folded frame what is wrong inside of it", () => {
    const group = node("g", "group", { config: { collapsed: true } });
    const inside = [node("a", "template", { parent: "g" }), node("b", "template", { parent: "g" })];
    const marks = new Map([
      ["a", "warning"],
      ["b", "error"],
    ] as const);
    const [folded] = sync([], documentOf([group, ...inside]), NONE, marks);
    expect(folded?.data.problem).toBe("error");
    const [open] = sync([], documentOf([{ ...group, config: {} }, ...inside]), NONE, marks);
    expect(open?.data.problem).toBeNull();
  });

  it("gives a node of an unknown type the ports that its edges have", () => {
    const graph = documentOf([node("a"), node("x", "from_the_future"), node("b")], ["a>x", "x>b"]);
    const card = sync([], graph)[1];
    expect(card?.handles?.map(({ id, type }) => [id, type])).toEqual([
      ["in", "target"],
      ["out", "source"],
    ]);
    const drawn = sync([], graph);
    expect(sync(drawn, { ...graph, edges: { ...graph.edges } })[1]).toBe(drawn[1]);
    expect(sync(drawn, { ...graph, edges: {} })[1]?.handles).toEqual([]);
  });
});

describe("syncEdges", () => {
  it("keeps edges that did not change, and gives grips to the selected one", () => {
    const graph = {
      ...gridDocument(100),
      types: NODE_TYPES,
      selection: NONE,
      nameOf: ({ id }: EdgeDoc) => id,
    };
    const drawn = syncEdges([], graph);
    expect(syncEdges(drawn, graph)).toBe(drawn);
    const [first] = drawn;
    const after = syncEdges(drawn, { ...graph, selection: new Set([first?.id ?? ""]) });
    expect(after.filter(({ reconnectable }) => reconnectable)).toHaveLength(1);
  });
});

describe("edges of what a folded frame hides", () => {
  const inside = [node("a", "template", { parent: "g" }), node("b", "template", { parent: "g" })];
  const group = node("g", "group", { config: { collapsed: true } });
  const graph = documentOf([node("s", "start"), group, ...inside, node("e", "end")], ["s>a", "a>b", "b>e"]);

  it("end on its card and know where they end in the document", () => {
    const drawn = syncEdges([], {
      ...graph,
      types: NODE_TYPES,
      selection: NONE,
      nameOf: ({ id }) => id,
    });
    expect(drawn.map(({ source, target, data }) => [source, target, data?.edge.id])).toEqual([
      ["s", "g", "s>a"],
      ["g", "e", "b>e"],
    ]);
  });
});
