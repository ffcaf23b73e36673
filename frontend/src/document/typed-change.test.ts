import { expect, it } from "vitest";
import type { NodeDoc } from "@/api/types";
import { documentOf, node } from "@/test/documents";
import { isTypedChange } from "./typed-change";

const { nodes } = documentOf([node("s", "start"), node("a"), node("e", "end")], ["s>a", "a>e"]);

it.each<[boolean, string, Partial<NodeDoc>]>([
  [true, "settings", { config: { template: "x" } }],
  [false, "place", { position: { x: 400, y: 80 } }],
  [false, "name", { name: "Another" }],
  [false, "pinned output", { pinned_output: { text: "x" } }],
  [false, "size", { config: { frameWidth: 400 } }],
  [false, "folded frame", { config: { collapsed: true } }],
])("says %s of another %s", (isTyped, _what, changes) => {
  expect(isTypedChange(nodes, { ...nodes, a: { ...nodes.a, ...changes } as NodeDoc }, "a")).toBe(isTyped);
});

it("is not said of nodes that come, go or take the place of others", () => {
  const { e, ...fewer } = nodes;
  expect(isTypedChange(nodes, fewer, "e")).toBe(false);
  expect(isTypedChange(fewer, nodes, "e")).toBe(false);
  expect(isTypedChange(nodes, { ...fewer, b: { ...(e as NodeDoc), key: "b" } }, "b")).toBe(false);
});

it("is not said of another node, which somebody else may edit", () => {
  const changed = { ...nodes, a: { ...(nodes.a as NodeDoc), config: { template: "x" } } };
  expect([isTypedChange(nodes, changed, "e"), isTypedChange(nodes, changed, "a")]).toEqual([false, true]);
});
