import { expect, it } from "vitest";
import { readSchema } from "@/document/form-schema";
import { chooseControl, withoutNull } from "./choose-control";

const NULL = { type: "null" };
const TEXTS = { type: "array", items: { type: "string" } };
const PAIR = { type: "object", properties: { a: { type: "string" } } };
const nested = (levels: number): object =>
  levels === 0
    ? { type: "string" }
    : { anyOf: [{ type: "object", properties: { a: nested(levels - 1) } }, NULL] };
const wide = (count: number) => ({
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`field${at}`, { type: "string" }]),
  ),
});

it.each([
  [{ type: "string" }, "text", false],
  [{ anyOf: [{ type: "string" }, NULL] }, "text", true],
  [{ type: ["string", "null"] }, "text", true],
  [{ type: "string", "x-widget": "secret" }, "secret", false],
  [{ type: "string", "x-widget": "of-a-newer-server" }, "text", false],
  [{ anyOf: [{ type: "array", items: PAIR }, { type: "string" }], "x-widget": "json" }, "json", false],
  [{ type: "string", enum: ["a", "b"] }, "select", false],
  [{ type: "integer", enum: [0, 1] }, "select", false],
  [{ enum: ["a", 1, null] }, "select", true],
  [{ anyOf: [{ type: "string", enum: ["a"] }, NULL] }, "select", true],
  [{ type: "integer" }, "number", false],
  [{ anyOf: [{ type: "number", minimum: 0 }, NULL] }, "number", true],
  [{ type: "boolean" }, "switch", false],
  [{ anyOf: [{ type: "boolean" }, NULL] }, "tri-state", true],
  [TEXTS, "lines", false],
  [{ anyOf: [TEXTS, NULL] }, "lines", true],
  [{ type: "array", items: { type: "number" } }, "json", false],
  [{ type: "array", items: TEXTS }, "json", false],
  [{ type: "array" }, "json", false],
  [{ type: "array", items: PAIR }, "objects", false],
  [PAIR, "object", false],
  [{ anyOf: [PAIR, NULL] }, "object", true],
  [{ type: "object" }, "json", false],
  [{ type: "object", additionalProperties: { type: "string" } }, "json", false],
  [{ anyOf: [{ type: "string" }, { type: "object" }] }, "json", false],
  [{ anyOf: [{ type: "string" }, PAIR, NULL] }, "json", true],
  [{ type: ["string", "number"] }, "json", false],
  [{ $ref: "#/$defs/thing" }, "json", false],
  [{ oneOf: [{ type: "string" }] }, "json", false],
  [{}, "json", false],
  [nested(4), "object", true],
  [nested(5), "json", true],
  [nested(40), "json", true],
] as const)("%j is drawn as %s", (schema, control, nullable) => {
  const { field, isNullable } = withoutNull(readSchema(schema));
  expect(chooseControl(field, isNullable)).toBe(control);
  expect(isNullable).toBe(nullable);
});

it("keeps limits and texts of what may be null", () => {
  const limit = { anyOf: [{ type: "integer", minimum: 1 }, NULL], title: "Limit", default: 3 };
  expect(withoutNull(readSchema(limit)).field).toEqual({
    type: "integer",
    minimum: 1,
    title: "Limit",
    default: 3,
  });
});

it("draws an object with too many fields as JSON", () => {
  expect(chooseControl(readSchema(wide(100)), false)).toBe("object");
  expect(chooseControl(readSchema(wide(101)), false)).toBe("json");
});
