import { expect, it } from "vitest";
import type { Json, JsonObject } from "@/api/types";
import { documentOf, NODE_TYPES, node } from "@/test/documents";
import { availableVariables } from "./variables";

const DOCUMENT = documentOf([node("s", "start"), node("ai", "process"), node("last")], ["s>ai", "ai>last"]);

function offered(output: JsonObject): Map<string, Json | undefined> {
  const [group] = availableVariables(DOCUMENT, NODE_TYPES, "last", { ai: output });
  return new Map(group?.variables.map(({ reference, sample }) => [reference, sample]));
}

it("offers what is in objects and lists, each with its last value", () => {
  const found = offered({ rows: [{ name: "Sencha", "in stock": { Uji: [3, 4] } }, { name: "Assam" }] });
  expect(Object.fromEntries(found)).toMatchObject({
    "nodes.ai.rows[0].name": "Sencha",
    'nodes.ai.rows[0]["in stock"].Uji[0]': 3,
  });
  expect([...found.keys()].some((reference) => reference.includes("[1]"))).toBe(false);
});

it.each<[string, Json]>([
  ["wide", Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, { a: { b: [at] } }]))],
  ["deep", Array.from({ length: 80 }).reduce<Json>((inner) => ({ in: [inner] }), "end")],
  ["long", Array.from({ length: 10_000 }, (_, at) => ({ at }))],
])("offers a bounded part of a %s value, and what stands beside it", (_name, value) => {
  const found = offered({ value, beside: { x: 1 } });
  expect(found.size).toBeLessThan(80);
  expect(found.get("nodes.ai.beside.x")).toBe(1);
});

it("keeps fields apart whose names have dots in them", () => {
  const found = offered({ value: { "a.b": 1, a: { b: 2 } } });
  expect([found.get('nodes.ai.value["a.b"]'), found.get("nodes.ai.value.a.b")]).toEqual([1, 2]);
});
