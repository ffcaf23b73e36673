import { describe, expect, it } from "vitest";
import type { Json } from "@/api/types";
import { applicableOnly, formGroups, isShown, shownAt, withDefaults, withField } from "./form-fields";

const schema = {
  type: "object",
  required: ["prompt"],
  "x-groups": [
    { id: "tools", title: { en: "Tools", zh: "工具" }, collapsed: true },
    { id: "nothing", title: { en: "Nothing", zh: "空" }, collapsed: false },
  ],
  properties: {
    prompt: {
      type: "string",
      title: "Prompt",
      "x-translations": { zh: { title: "提示词", description: "说明" } },
      "x-widget": "template",
    },
    maxTokens: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }], title: "Limit", default: null },
    mode: { type: "string", enum: ["a", "b"], default: "a" },
    enableToolCalling: { type: "boolean", "x-group": "tools" },
    secretScript: { type: "string", "x-widget": "hidden", default: "x" },
  },
};

const fields = (language: "en" | "zh" = "en") =>
  Object.fromEntries(
    formGroups(schema, language).flatMap((group) => group.fields.map((field) => [field.name, field])),
  );

describe("formGroups", () => {
  it.each([
    ["en", "Prompt", "Tools"],
    ["zh", "提示词", "工具"],
  ] as const)("speaks %s", (language, title, group) => {
    expect(fields(language).prompt?.schema.title).toBe(title);
    expect(formGroups(schema, language).map((entry) => entry.title)).toEqual(["", group]);
  });

  it("draws a nullable field as its real type, empty meaning null", () => {
    expect(fields().maxTokens).toMatchObject({
      schema: { type: "integer", minimum: 1, title: "Limit" },
      control: "number",
      isNullable: true,
      isRequired: false,
    });
    expect(fields().prompt).toMatchObject({ control: "template", isNullable: false, isRequired: true });
  });

  it("puts each field that is shown into exactly one group and leaves empty groups out", () => {
    const groups = formGroups(schema, "en");
    expect(groups.map(({ id, fields }) => [id, fields.map(({ name }) => name)])).toEqual([
      ["", ["prompt", "maxTokens", "mode"]],
      ["tools", ["enableToolCalling"]],
    ]);
  });
});

it("names where an error stands at its field: not where the field is hidden, for ever or for these values", () => {
  const { prompt, secretScript } = schema.properties;
  const forB = {
    ...schema,
    properties: { prompt: { ...prompt, "x-show-if": { mode: ["b"] } }, secretScript },
  };
  expect(shownAt("/config", forB, { mode: "a" })).toEqual([]);
  expect(shownAt("/config", forB, { mode: "b" })).toEqual(["/config/prompt"]);
});

it("shows defaults where there is no value, and nothing else", () => {
  expect(withDefaults(schema, { prompt: "" })).toEqual({
    prompt: "",
    maxTokens: null,
    mode: "a",
    secretScript: "x",
  });
  expect(withDefaults(schema, { mode: null })).toMatchObject({ mode: null });
});

it("leaves out what does not apply, with what depends on it, and looks into rows", () => {
  const shownIf = (condition: Record<string, string[]>) => ({ type: "string", "x-show-if": condition });
  const row = { properties: { kind: { default: "a" }, note: shownIf({ kind: ["b"] }) } };
  const chain = {
    properties: {
      method: { default: "GET" },
      body: shownIf({ method: ["POST"] }),
      charset: shownIf({ body: ["x"] }),
      rows: { type: "array", items: row },
    },
  };
  const rows: Json[] = [{ note: "n" }, { kind: "b", note: "n" }, "text"];
  expect(applicableOnly(chain, { body: "x", charset: "gbk", rows })).toEqual({
    rows: [{}, { kind: "b", note: "n" }, "text"],
  });
  expect(applicableOnly(chain, { method: "POST", body: "x", charset: "gbk" })).toEqual({
    method: "POST",
    body: "x",
    charset: "gbk",
  });
});

it("changes one field of an object, or takes it out", () => {
  expect(withField({ a: 1, b: 2 }, "a", 3)).toEqual({ a: 3, b: 2 });
  expect(withField({ a: 1, b: 2 }, "a", null)).toEqual({ a: null, b: 2 });
  expect(withField({ a: 1, b: 2 }, "a", undefined)).toEqual({ b: 2 });
});

describe("isShown", () => {
  it.each([
    [undefined, {}, true],
    [{ "x-show-if": { mode: ["a", "b"] } }, { mode: "a" }, true],
    [{ "x-show-if": { mode: ["a", "b"] } }, { mode: "c" }, false],
    [{ "x-show-if": { on: true } }, { on: true }, true],
    [{ "x-show-if": { on: [true], mode: ["a"] } }, { on: true, mode: "b" }, false],
  ])("%j with %j is %s", (property, values, shown) => {
    expect(isShown(property, values)).toBe(shown);
  });
});
