import { expect, it } from "vitest";
import type { JsonSchema } from "@/api/types";
import { argumentsSchema, shownArguments, storedArguments } from "./arguments-schema";
import { rowsSpec } from "./row-columns";

const SCHEMA = {
  type: "object",
  required: ["query"],
  properties: {
    query: { type: "string", title: "Question" },
    body: { type: "string", "x-widget": "long-text" },
    top_k: { type: "integer", default: 5 },
    ratio: { anyOf: [{ type: "number" }, { type: "null" }] },
    strict: { type: "boolean", default: false },
    kind: { type: "string", enum: ["tea", "coffee"] },
    tags: { type: "array", items: { type: "string" } },
    anything: {},
  },
};

function fields(values = {}) {
  const { properties } = argumentsSchema(SCHEMA, values);
  return properties as Record<string, Record<string, unknown>>;
}

it("gives every kind of argument a field that takes what a node can fill in", () => {
  const form = fields();
  expect(form.query).toMatchObject({ type: "string", title: "Question", "x-widget": "template-line" });
  expect(form.body).toMatchObject({ "x-widget": "template" });
  expect(form.top_k).toMatchObject({ type: "string", "x-widget": "template-line", "x-placeholder": "5" });
  expect(form.ratio).toMatchObject({ type: "string", "x-widget": "template-line" });
  expect(form.kind).toMatchObject({ type: "string", enum: ["tea", "coffee"] });
  expect(form.tags).toMatchObject({ "x-widget": "json-template" });
  expect(form.anything).toMatchObject({ "x-widget": "json-template" });
  expect(JSON.stringify(form)).not.toContain('"default"');
});

it("shows a reference in a choice or a switch as text", () => {
  const form = fields({ kind: "{{ inputs.kind }}", strict: "{{ inputs.strict }}" });
  expect(form.kind).toMatchObject({ type: "string", "x-widget": "template-line" });
  expect(form.kind).not.toHaveProperty("enum");
  expect(form.strict).toMatchObject({ type: "string", "x-widget": "template-line" });
});

it("stores what was typed as the function wants it, and nothing for an empty field", () => {
  const stored = { query: "tea", top_k: 7, ratio: 0.5, strict: false, tags: ["a"], more: 1 };
  const shown = shownArguments(SCHEMA, stored);
  expect(shown).toEqual({ ...stored, top_k: "7", ratio: "0.5" });
  expect(storedArguments(SCHEMA, shown)).toEqual(stored);
  const typed = { query: "", top_k: "{{ inputs.n }}", ratio: "many", kind: null };
  for (const half of ["-", "0.", "1e", "5 "])
    expect(shownArguments(SCHEMA, storedArguments(SCHEMA, { ratio: half }))).toEqual({ ratio: half });
  expect(storedArguments(SCHEMA, typed)).toEqual({ top_k: "{{ inputs.n }}", ratio: "many" });
});

const WHERE = {
  type: "object",
  properties: {
    where: {
      type: "array",
      title: "Conditions",
      "x-widget": "rows",
      items: {
        type: "object",
        properties: {
          column: { type: "string", enum: ["seats", "name"] },
          operator: { type: "string", enum: ["equals", "is_empty"], default: "equals" },
          value: { title: "Value", "x-show-if": { operator: ["equals"] } },
        },
      },
    },
  },
};

it("makes rows of a list of plain records, whose cells take references", () => {
  const form = argumentsSchema(WHERE, {}).properties as Record<string, JsonSchema>;
  const { columns, empty } = rowsSpec(form.where ?? {}, "en") ?? { columns: [], empty: {} };
  expect(columns.map(({ key, kind }) => [key, kind])).toEqual([
    ["column", "select"],
    ["operator", "select"],
    ["value", "template"],
  ]);
  expect(empty).toEqual({ column: "seats", operator: "equals", value: "" });
  const where = [{ column: "seats", operator: "equals", value: "{{ inputs.n }}" }];
  expect(storedArguments(WHERE, { where })).toEqual({ where });
  const unfinished = [{ column: "seats", operator: "is_empty", value: "" }];
  expect(storedArguments(WHERE, { where: unfinished })).toEqual({
    where: [{ column: "seats", operator: "is_empty" }],
  });
});

it.each(["{{ nodes.list.conditions }}", [{ column: "tags", value: ["a"] }], ["seats"]])(
  "leaves %j to JSON, and changes nothing of it",
  (where) => {
    const form = argumentsSchema(WHERE, { where }).properties as Record<string, JsonSchema>;
    expect(form.where).toMatchObject({ "x-widget": "json-template" });
    expect(storedArguments(WHERE, { where })).toEqual({ where });
  },
);
