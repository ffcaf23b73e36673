import { describe, expect, it } from "vitest";
import { documentOf, NODE_TYPES, node } from "@/test/documents";
import { frameAt, frameLook, hiddenIn, mayLieIn, nodeSize, withFrameLook } from "./frames";
import { absolutePosition, homeOf } from "./nesting";
import type { GraphDocument } from "./types";

const at = (x: number, y: number) => ({ position: { x, y } });
const DOC = documentOf([
  node("outer", "iteration", at(100, 100)),
  node("frame", "group", { ...at(40, 60), parent: "outer" }),
  node("inner", "iteration", { ...at(30, 50), parent: "frame" }),
  node("deep", "template", { ...at(700, 400), parent: "inner" }),
  node("alone", "template", at(2000, 0)),
]);
const sizeOf = (document: GraphDocument, key: string) => {
  const found = document.nodes[key];
  return found ? nodeSize(document, NODE_TYPES, found) : null;
};
const change = (key: string, config: object): GraphDocument => {
  const before = DOC.nodes[key];
  return before ? { ...DOC, nodes: { ...DOC.nodes, [key]: { ...before, config: { ...config } } } } : DOC;
};

describe("frames", () => {
  it("are as large as what lies in them, however deep", () => {
    const [outer, frame, inner] = ["outer", "frame", "inner"].map((key) => sizeOf(DOC, key));
    expect(inner?.width).toBeGreaterThan(700 + 200);
    expect(frame?.width).toBeGreaterThan((inner?.width ?? 0) + 30);
    expect(outer?.height).toBeGreaterThan((frame?.height ?? 0) + 60);
  });

  it("are never smaller than what lies in them, and larger when people want it", () => {
    const least = sizeOf(DOC, "inner");
    expect(sizeOf(change("inner", { frameWidth: 50, frameHeight: 50 }), "inner")).toEqual(least);
    expect(sizeOf(change("inner", { frameWidth: 3000 }), "inner")?.width).toBe(3000);
  });

  it("keep an iteration's width apart from the width of its frame", () => {
    const document = change("outer", { width: 5 });
    expect(frameLook(document.nodes.outer ?? node("x")).width).toBeNull();
    expect(withFrameLook(node("x", "iteration", { config: { width: 5 } }), { width: 400.4 })).toEqual({
      width: 5,
      frameWidth: 400,
    });
    expect(withFrameLook(node("x", "note"), { width: 10 })).toEqual({ width: 40 });
  });

  it("that are folded are cards, and hide all that lies in them", () => {
    const document = change("frame", { collapsed: true });
    expect(sizeOf(document, "frame")?.width).toBe(248);
    expect(hiddenIn(document.nodes, NODE_TYPES, "deep")).toBe("frame");
    expect(hiddenIn(document.nodes, NODE_TYPES, "frame")).toBeNull();
  });

  it("are found under a point, the innermost first", () => {
    const { x, y } = absolutePosition(DOC.nodes, "deep");
    expect({ x, y }).toEqual({ x: 870, y: 610 });
    expect(frameAt(DOC, NODE_TYPES, { x, y })).toBe("inner");
    expect(frameAt(DOC, NODE_TYPES, { x, y }, new Set(["frame"]))).toBe("outer");
    expect(frameAt(DOC, NODE_TYPES, { x: 2010, y: 10 })).toBeNull();
  });

  it("that are groups hold nothing of a run", () => {
    expect(homeOf(DOC.nodes, NODE_TYPES, "deep")).toEqual(["outer", "inner"]);
    const groups = documentOf([node("g", "group")]);
    expect(mayLieIn(groups, NODE_TYPES, "start", "g")).toBe(true);
    expect(mayLieIn(DOC, NODE_TYPES, "start", "frame")).toBe(false);
    expect(mayLieIn(DOC, NODE_TYPES, "template", "inner")).toBe(true);
  });
});
