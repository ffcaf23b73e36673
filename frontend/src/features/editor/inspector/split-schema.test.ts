import { describe, expect, it } from "vitest";
import { schemaPart } from "./split-schema";

const schema = {
  type: "object",
  properties: {
    prompt: { type: "string" },
    tools: { type: "array", "x-widget": "tools" },
    limit: { type: "integer", "x-group": "tools" },
  },
};

describe("schemaPart", () => {
  it("puts each field into one part", () => {
    expect(Object.keys(schemaPart(schema, "settings")?.properties as object)).toEqual(["prompt"]);
    expect(Object.keys(schemaPart(schema, "tools")?.properties as object)).toEqual(["tools", "limit"]);
  });

  it("has no tools part without tools", () => {
    expect(schemaPart({ type: "object", properties: { prompt: {} } }, "tools")).toBeNull();
  });
});
