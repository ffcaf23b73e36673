import { describe, expect, it } from "vitest";
import { documentOf, edge, NODE_TYPES, node } from "@/test/documents";
import { copyNodes, parseClipboard, pasteOperations } from "./clipboard";
import { absolutePosition } from "./nesting";
import { applyOperations } from "./operations";
import { frameForMoves, moveFault, moveOperations, removeOperations, surroundOperations } from "./reparent";
import type { GraphDocument, GraphOperation } from "./types";
import { connectionFault, instantProblems } from "./validate";

const at = (x: number, y: number) => ({ position: { x, y } });
const DOC = documentOf(
  [
    node("s", "start", at(0, 0)),
    node("each", "iteration", at(400, 0)),
    node("a", "template", { ...at(24, 64), parent: "each" }),
    node("b", "template", { ...at(360, 64), parent: "each" }),
    node("x", "template", at(1600, 0)),
    node("e", "end", at(2000, 0)),
  ],
  ["s>each", "a>b", "each>x", "x>e"],
);
const apply = (document: GraphDocument, operations: GraphOperation[]) =>
  applyOperations(document, operations).document;

describe("moving", () => {
  it("into a frame keeps the place on the canvas, and cuts what would cross the border", () => {
    const moves = [{ key: "x", to: { x: 500, y: 300 } }];
    expect(frameForMoves(DOC, NODE_TYPES, [{ key: "x", to: { x: 500, y: 80 } }])).toBe("each");
    const after = apply(DOC, moveOperations(DOC, NODE_TYPES, moves, "each"));
    expect(after.nodes.x?.parent).toBe("each");
    expect(absolutePosition(after.nodes, "x")).toEqual({ x: 500, y: 300 });
    expect(Object.keys(after.edges)).toEqual(["s>each", "a>b"]);
  });

  it("out of a frame keeps what lies outside connected", () => {
    const moves = [{ key: "b", to: { x: 900, y: 500 } }];
    const after = apply(DOC, moveOperations(DOC, NODE_TYPES, moves, null));
    expect(after.nodes.b).toMatchObject({ parent: null, position: { x: 900, y: 500 } });
    expect(Object.keys(after.edges)).toEqual(["s>each", "each>x", "x>e"]);
  });

  it("stays clear of the head and the border of a frame", () => {
    const moves = [{ key: "a", to: { x: 390, y: -20 } }];
    const after = apply(DOC, moveOperations(DOC, NODE_TYPES, moves, "each"));
    expect(after.nodes.a?.position.y).toBeGreaterThanOrEqual(48);
    expect(after.nodes.a?.position.x).toBeGreaterThan(0);
  });

  it("keeps starts and ends out of containers, and containers from lying too deep", () => {
    expect(moveFault(DOC, NODE_TYPES, ["e"], "each")).toBe("ends");
    expect(moveFault(DOC, NODE_TYPES, ["x"], "each")).toBeNull();
    const nest = documentOf(
      [1, 2, 3, 4, 5].map((depth) =>
        node(`c${depth}`, "iteration", { parent: depth > 1 ? `c${depth - 1}` : null }),
      ),
    );
    const more = apply(nest, [{ op: "add_node", node: node("more", "iteration") }]);
    expect(moveFault(more, NODE_TYPES, ["more"], "c5")).toBe("depth");
    expect(moveFault(more, NODE_TYPES, ["more"], "c4")).toBeNull();
    expect(moveFault(more, NODE_TYPES, ["c1"], "more")).toBe("depth");
  });
});

describe("removing", () => {
  it("a container takes along what lies in it, and undo brings it all back", () => {
    const { document, inverse } = applyOperations(DOC, removeOperations(DOC, NODE_TYPES, ["each"]));
    expect(document.order).toEqual(["s", "x", "e"]);
    const back = apply(document, inverse);
    expect(back.nodes).toEqual(DOC.nodes);
    expect(Object.keys(back.edges).sort()).toEqual(Object.keys(DOC.edges).sort());
  });

  it("a group leaves what lies in it where it is", () => {
    const group = node("g", "group");
    const insets = { head: 48, padding: 24 };
    const grouped = apply(DOC, surroundOperations(DOC, ["a", "b"], group, insets));
    expect(grouped.nodes.a?.parent).toBe("g");
    expect(grouped.nodes.g?.parent).toBe("each");
    expect(absolutePosition(grouped.nodes, "a")).toEqual(absolutePosition(DOC.nodes, "a"));
    const freed = apply(grouped, removeOperations(grouped, NODE_TYPES, ["g"]));
    expect(freed.nodes).toEqual(DOC.nodes);
    expect(surroundOperations(DOC, ["a", "x"], group, insets)).toEqual([]);
  });
});

describe("copying", () => {
  it("a container brings along what lies in it", () => {
    const content = parseClipboard(copyNodes(DOC, ["each"]));
    if (!content) throw new Error("nothing was copied");
    const { operations, keys } = pasteOperations(DOC, NODE_TYPES, content, { x: 0, y: 900 });
    const after = apply(DOC, operations);
    expect(keys).toHaveLength(3);
    const copies = keys.map((key) => after.nodes[key]);
    expect(copies.map((copy) => copy?.parent)).toEqual([null, keys[0], keys[0]]);
    expect(copies[1]?.position).toEqual(DOC.nodes.a?.position);
    expect(Object.keys(after.edges)).toHaveLength(5);
  });

  it("out of a container and into another keeps the distances", () => {
    const content = parseClipboard(copyNodes(DOC, ["a", "b"]));
    if (!content) throw new Error("nothing was copied");
    const { operations, keys } = pasteOperations(DOC, NODE_TYPES, content, { x: 24, y: 200 }, "each");
    const [first, second] = keys.map((key) => apply(DOC, operations).nodes[key]);
    expect(first).toMatchObject({ parent: "each", position: { x: 24, y: 200 } });
    expect(second?.position).toEqual({ x: 360, y: 200 });
  });
});

describe("connecting", () => {
  const port = (name: string, id: string) => ({ node: name, port: id });

  it("stays inside of a container, or outside of it", () => {
    expect(connectionFault(DOC, NODE_TYPES, port("s", "out"), port("a", "in"))).toBe("border");
    expect(connectionFault(DOC, NODE_TYPES, port("b", "out"), port("x", "in"))).toBe("border");
    expect(connectionFault(DOC, NODE_TYPES, port("s", "out"), port("x", "in"))).toBeNull();
  });

  it("crosses the border of a group freely", () => {
    const grouped = documentOf([node("g", "group"), node("p", "template", { parent: "g" }), node("q")]);
    expect(connectionFault(grouped, NODE_TYPES, port("p", "out"), port("q", "in"))).toBeNull();
  });

  it("is not missed where a pass begins", () => {
    expect(instantProblems(DOC, NODE_TYPES)).toEqual([]);
    const loose = apply(DOC, [
      { op: "remove_edge", id: "s>each" },
      { op: "add_edge", edge: edge("s>x") },
    ]);
    expect(instantProblems(loose, NODE_TYPES).map((problem) => problem.node_key)).toContain("a");
    const noted = apply(DOC, [{ op: "add_node", node: node("n", "note") }]);
    expect(instantProblems(noted, NODE_TYPES)).toEqual([]);
  });
});
