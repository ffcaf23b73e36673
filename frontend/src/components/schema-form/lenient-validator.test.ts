import { describe, expect, it } from "vitest";
import { fits } from "./lenient-validator";

describe("fits", () => {
  it.each([
    [{ type: "string" }, "x", true],
    [{ type: "string" }, 1, false],
    [{ type: ["string", "null"] }, null, true],
    [{ type: "integer" }, 1.5, false],
    [{ enum: ["a", "b"] }, "c", false],
    [{ const: "a" }, "a", true],
    [{ type: "object", required: ["name"] }, {}, false],
    [{ type: "object", properties: { name: { type: "string" } } }, { name: 1 }, false],
    [{ type: "object", properties: { name: { type: "string" } } }, { name: "x", more: 1 }, true],
    [true, "anything", true],
  ] as const)("%j and %j: %s", (schema, value, expected) => {
    expect(fits(schema as Parameters<typeof fits>[0], value)).toBe(expected);
  });
});
