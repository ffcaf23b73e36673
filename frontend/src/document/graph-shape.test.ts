import { expect, it } from "vitest";
import type { NodeDoc } from "@/api/types";
import { documentOf, node } from "@/test/documents";
import { graphShape } from "./graph-shape";

const { nodes } = documentOf([node("s", "start"), node("a"), node("e", "end")], ["s>a", "a>e"]);

const changed = (changes: Partial<NodeDoc>) => ({ ...nodes, a: { ...node("a"), ...changes } });

it.each<[string, Partial<NodeDoc>]>([
  ["settings", { config: { template: "x" } }],
  ["a place", { position: { x: 400, y: 80 } }],
])("keeps the shape of a graph when a node gets %s", (_what, changes) => {
  const before = graphShape(nodes);
  expect(graphShape(changed(changes))).toBe(before);
});

it.each<[string, Partial<NodeDoc>]>([
  ["type", { type: "condition" }],
  ["name", { name: "Another" }],
  ["frame", { parent: "s" }],
])("has another shape when a node gets another %s", (_what, changes) => {
  graphShape(nodes);
  const after = changed(changes);
  expect(graphShape(after)).toBe(after);
});

it("has another shape when a node comes or goes", () => {
  graphShape(nodes);
  const more = { ...nodes, b: node("b") };
  expect(graphShape(more)).toBe(more);
  const { e: _end, ...fewer } = nodes;
  expect(graphShape(fewer)).toBe(fewer);
});
