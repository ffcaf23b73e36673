import { describe, expect, it } from "vitest";
import { documentOf, NODE_TYPES, node } from "@/test/documents";
import { type OutlineItem, outlineOf } from "./outline";

/** `a (b, c)` for a frame with two nodes in it. */
const shape = (items: readonly OutlineItem[]): string =>
  items
    .map(({ node: { key }, children }) => (children.length > 0 ? `${key} (${shape(children)})` : key))
    .join(", ");

const shapeOf = (...graph: Parameters<typeof documentOf>) =>
  shape(outlineOf(documentOf(...graph), NODE_TYPES));

describe("outlineOf", () => {
  it("follows a branch to where it meets another, whatever was added first", () => {
    const nodes = ["end", "b2", "a2", "a1", "b1", "start"].map((key) => node(key));
    const paths = ["start>a1", "a1>a2", "a2>end", "start>b1", "b1>b2", "b2>end"];
    expect(shapeOf(nodes, paths)).toBe("start, a1, a2, b1, b2, end");
  });

  it("puts what lies in a frame under it, and frames in the order of what is in them", () => {
    const inside = (key: string, parent: string) => node(key, "template", { parent });
    const nodes = [
      node("second", "group"),
      inside("c", "second"),
      node("first", "group"),
      inside("b", "first"),
      inside("a", "first"),
    ];
    expect(shapeOf(nodes, ["a>b", "b>c"])).toBe("first (a, b), second (c)");
  });

  it("leaves nothing out of a circle, and nothing whose frame is gone", () => {
    const nodes = [node("a"), node("b"), node("lost", "template", { parent: "nowhere" })];
    expect(shapeOf(nodes, ["a>b", "b>a"])).toBe("lost, a, b");
  });

  it("says by which output an edge leaves where there is a choice", () => {
    const document = documentOf(
      [node("if", "condition"), node("yes"), node("no")],
      ["if:true>yes", "yes>no"],
    );
    const [first, second] = outlineOf(document, NODE_TYPES);
    expect(first?.links.map(({ port, target }) => [port?.title, target.key])).toEqual([
      [{ en: "True", zh: "是" }, "yes"],
    ]);
    expect(second?.links.map(({ port, target }) => [port, target.key])).toEqual([[null, "no"]]);
  });
});
