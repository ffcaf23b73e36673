import { describe, expect, it } from "vitest";
import type { JsonObject, NodeTypeInfo } from "@/api/types";
import { documentOf, NODE_TYPES, node } from "@/test/documents";
import { fieldsOf } from "./form-schema";
import { applyOperations } from "./operations";
import { sharedOperations, sharedSchema, sharedValues } from "./shared-settings";

const PROVIDER = { type: "string", "x-widget": "model" };
const MODEL = { type: "string", "x-widget": "hidden" };
const withFields = (base: string, properties: JsonObject): NodeTypeInfo => ({
  ...(NODE_TYPES[base] as NodeTypeInfo),
  config_schema: { properties },
});
const types = {
  ...NODE_TYPES,
  process: withFields("process", {
    provider: PROVIDER,
    model: MODEL,
    temperature: { type: "number", maximum: 2 },
    prompt: { type: "string" },
    extra: { type: "string", "x-show-if": { prompt: ["x"] } },
  }),
  switch: withFields("switch", {
    provider: PROVIDER,
    model: MODEL,
    temperature: { type: "number", maximum: 1 },
    extra: { type: "string", "x-show-if": { prompt: ["x"] } },
  }),
};
const a = node("a", "process", { config: { provider: "p", model: "m", temperature: 1 } });
const b = node("b", "process", { config: { provider: "p", model: "n" } });
const s = node("s", "switch", { config: { provider: "q", model: "m" } });

describe("shared settings", () => {
  it.each([
    ["of one type", [a, b], ["provider", "model", "temperature", "prompt", "extra"]],
    // Another limit is another schema; a field that depends on one that is not shared is none, either.
    ["of two types", [a, s], ["provider", "model"]],
  ])("are the fields with equal schemas: %s", (_what, nodes, names) => {
    const schema = sharedSchema(nodes, types);
    expect(Object.keys(fieldsOf(schema))).toEqual(names);
  });

  it("are none with notes, groups, and where nothing is shown", () => {
    expect(sharedSchema([a, node("n", "note")], types)).toBeNull();
    expect(sharedSchema([a, node("t", "template")], types)).toBeNull();
  });

  it("tell what is the same and what differs", () => {
    const schema = sharedSchema([a, b], types) ?? {};
    expect(sharedValues([a, b], schema)).toEqual({
      values: { provider: "p" },
      differing: ["model", "temperature"],
    });
  });

  it("write what was changed into all, and nothing else", () => {
    const document = documentOf([a, b, s]);
    const operations = sharedOperations(
      document,
      types,
      ["a", "b", "s"],
      { provider: "p" },
      { provider: "z", model: "new" },
    );
    const { nodes } = applyOperations(document, operations).document;
    expect(nodes.a?.config).toEqual({ provider: "z", model: "new", temperature: 1 });
    expect(nodes.b?.config).toEqual({ provider: "z", model: "new" });
    expect(nodes.s?.config).toEqual({ provider: "z", model: "new" });
    expect(sharedOperations(document, types, ["a"], { provider: "p" }, { provider: "p" })).toEqual([]);
  });
});
