import { describe, expect, it } from "vitest";
import { inLanguage, readSchema } from "./form-schema";

describe("a schema", () => {
  it("keeps what fits, and what is not read here", () => {
    const schema = {
      type: ["string", "null"],
      title: "Name",
      pattern: "^a",
      enum: [1, null],
      anyOf: [{ type: "string" }],
      items: { properties: { a: { type: "integer", "x-widget": "code" } } },
      "x-enum-labels": { a: { en: "First", zh: "第一" } },
      "x-show-if": { mode: ["a"] },
      "x-in-pass": true,
    };
    expect(readSchema(schema)).toEqual(schema);
  });

  it.each([
    [null, {}],
    ["text", {}],
    [[], {}],
    [{ type: "file" }, {}],
    [{ type: ["string", 7] }, { type: ["string"] }],
    [{ title: { en: "Name" }, description: 7 }, {}],
    [{ enum: "a", required: ["a", 1], anyOf: {} }, { required: ["a"] }],
    [{ items: [{ type: "string" }], properties: [] }, {}],
    [{ properties: { a: true, b: null } }, { properties: { a: {}, b: {} } }],
    [{ "x-groups": [{ id: 1 }, { id: "a" }] }, { "x-groups": [{ id: "a", title: "", collapsed: false }] }],
    [
      { "x-enum-labels": { a: "A", b: { en: "B" } }, "x-widget": {} },
      { "x-enum-labels": { b: { en: "B" } } },
    ],
    [{ "x-show-if": { on: true } }, { "x-show-if": { on: [true] } }],
    [
      { "x-translations": { zh: { title: 7, description: "说明" }, de: "Name" } },
      { "x-translations": { zh: { description: "说明" } } },
    ],
  ])("%j is read as %j", (given, read) => {
    expect(readSchema(given)).toEqual(read);
  });

  it("names members that no prototype is made of", () => {
    const read = readSchema(
      JSON.parse('{"__proto__": {"title": "x"}, "properties": {"__proto__": {"title": "y"}}}'),
    );
    expect(read.title).toBeUndefined();
    expect(Object.entries(read.properties ?? {})).toEqual([["__proto__", { title: "y" }]]);
  });

  it("is read once", () => {
    const schema = { properties: { a: { type: "string" } } };
    expect(readSchema(schema)).toBe(readSchema(schema));
  });
});

it("texts are replaced by those in a language, where there are some", () => {
  const field = readSchema({
    title: "Name",
    description: "Help",
    "x-translations": { zh: { title: "名称" } },
  });
  expect(inLanguage(field, "zh")).toMatchObject({ title: "名称", description: "Help" });
  expect(inLanguage(field, "de")).toMatchObject({ title: "Name" });
});
