import { describe, expect, it } from "vitest";
import type { NodeTypeInfo } from "@/api/types";
import { documentOf, edge, NODE_TYPES, node, overlapping } from "@/test/documents";
import { nodeBox } from "./frames";
import { GAP_X } from "./geometry";
import { fitsInEdge, insertExisting, insertIntoEdge } from "./insert-into-edge";
import { applyOperations } from "./operations";
import type { GraphDocument, GraphOperation } from "./types";

const EN = { language: "en" } as const;
const AI = NODE_TYPES.process as NodeTypeInfo;

const apply = (document: GraphDocument, operations: GraphOperation[]) =>
  applyOperations(document, operations).document;
const paths = ({ edges }: GraphDocument) =>
  Object.values(edges).map(({ source, source_port, target }) => `${source}:${source_port}>${target}`);
const at = (x: number, y = 0) => ({ position: { x, y } });

/** a > b > c with the usual gaps. */
const chain = (...more: Parameters<typeof documentOf>[0]) =>
  documentOf([node("a"), node("b", "template", at(336)), node("c", "end", at(672)), ...more], ["a>b", "b>c"]);

describe("insertIntoEdge", () => {
  it("replaces the edge by two and moves what follows", () => {
    const { operations, key } = insertIntoEdge(chain(), NODE_TYPES, edge("a>b"), AI, EN);
    const next = apply(chain(), operations);
    expect(paths(next).sort()).toEqual([`${key}:out>b`, `a:out>${key}`, "b:out>c"].sort());
    expect(overlapping(next)).toEqual([]);
    expect(next.nodes.c?.position.x).toBeGreaterThan(672);
  });

  it.each([
    ["on the source", { x: 10, y: 4 }],
    ["between both", { x: 200, y: 30 }],
    ["on the target", { x: 340, y: 0 }],
  ])("makes room for what is dropped %s", (_where, place) => {
    const { operations, key } = insertIntoEdge(chain(), NODE_TYPES, edge("a>b"), AI, { ...EN, at: place });
    const next = apply(chain(), operations);
    expect(overlapping(next)).toEqual([]);
    const x = (one: string) => next.nodes[one]?.position.x ?? Number.NaN;
    expect(x(key)).toBeGreaterThanOrEqual(248 + GAP_X);
    expect(x("b") - x(key)).toBeGreaterThanOrEqual(248 + GAP_X);
  });

  it("leaves alone what is far enough away", () => {
    const wide = documentOf([node("a"), node("b", "template", at(1200))], ["a>b"]);
    const { operations } = insertIntoEdge(wide, NODE_TYPES, edge("a>b"), AI, { ...EN, at: { x: 500, y: 0 } });
    expect(apply(wide, operations).nodes.b?.position).toEqual({ x: 1200, y: 0 });
  });

  it("pushes what would be covered, and nothing else", () => {
    const document = chain(node("beside", "template", at(960)), node("below", "template", at(672, 400)));
    const next = apply(document, insertIntoEdge(document, NODE_TYPES, edge("a>b"), AI, EN).operations);
    expect(overlapping(next)).toEqual([]);
    expect(next.nodes.beside?.position.x).toBeGreaterThan(960);
    expect(next.nodes.below?.position).toEqual({ x: 672, y: 400 });
  });

  it("leaves the next row of a wrapped chain where it is", () => {
    const rows = documentOf(
      [
        node("a"),
        node("b", "template", at(336)),
        node("c", "template", at(0, 200)),
        node("d", "end", at(336, 200)),
      ],
      ["a>b", "b>c", "c>d"],
    );
    const next = apply(rows, insertIntoEdge(rows, NODE_TYPES, edge("a>b"), AI, EN).operations);
    expect(next.nodes.c?.position).toEqual({ x: 0, y: 200 });
    expect(next.nodes.d?.position).toEqual({ x: 336, y: 200 });
    expect(overlapping(next)).toEqual([]);
  });

  it("pushes the neighbours of a container that grows", () => {
    const document = documentOf(
      [
        node("loop", "iteration"),
        node("a", "template", { parent: "loop", position: { x: 24, y: 64 } }),
        node("b", "template", { parent: "loop", position: { x: 360, y: 64 } }),
        node("after", "end", at(760)),
      ],
      ["a>b", "loop>after"],
    );
    const next = apply(document, insertIntoEdge(document, NODE_TYPES, edge("a>b"), AI, EN).operations);
    expect(overlapping(next)).toEqual([]);
    const loop = next.nodes.loop;
    const box = loop && nodeBox(next, NODE_TYPES, loop);
    expect(next.nodes.after?.position.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
  });
});

describe("insertExisting", () => {
  it("wires a loose node, in one batch, and takes itself back", () => {
    const document = chain(node("x", "process", at(100, 500)));
    const operations = insertExisting(document, NODE_TYPES, edge("a>b"), "x", { x: 300, y: 0 });
    const { document: next, inverse } = applyOperations(document, operations);
    expect(paths(next).sort()).toEqual(["a:out>x", "b:out>c", "x:out>b"]);
    expect(overlapping(next)).toEqual([]);
    expect(apply(next, inverse).nodes).toEqual(document.nodes);
  });

  it("goes into the group that holds both ends, and out of one that holds one", () => {
    const grouped = documentOf(
      [
        node("g", "group"),
        node("a", "template", { parent: "g", position: { x: 24, y: 64 } }),
        node("b", "template", { parent: "g", position: { x: 360, y: 64 } }),
        node("c", "end", at(900, 64)),
        node("x", "process", at(0, 500)),
      ],
      ["a>b", "b>c"],
    );
    const into = (path: string) =>
      apply(grouped, insertExisting(grouped, NODE_TYPES, edge(path), "x", { x: 700, y: 64 }));
    expect(into("a>b").nodes.x?.parent).toBe("g");
    expect(into("b>c").nodes.x?.parent).toBeNull();
    expect(overlapping(into("a>b"))).toEqual([]);
  });
});

describe("fitsInEdge", () => {
  const document = documentOf(
    [
      node("a"),
      node("b", "template", at(336)),
      node("loose", "process"),
      node("halfWired", "condition"),
      node("wired", "process"),
      node("end", "end"),
      node("start", "start"),
      node("up", "condition"),
      node("each", "iteration"),
      node("inside", "template", { parent: "each" }),
      node("deep", "template", { parent: "each" }),
    ],
    ["a>b", "halfWired:false>wired", "up:false>a", "inside>deep"],
  );
  it.each([
    ["a>b", "loose", true],
    ["a>b", "halfWired", true],
    ["a>b", "wired", false],
    ["a>b", "end", false],
    ["a>b", "start", false],
    ["a>b", "a", false],
    // It leads to the edge already.
    ["a>b", "up", false],
    ["inside>deep", "loose", true],
    ["inside>deep", "each", false],
  ])("%s takes %s: %s", (path, key, fits) => {
    expect(fitsInEdge(document, NODE_TYPES, edge(path), key)).toBe(fits);
  });
});
