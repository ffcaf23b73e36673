import { describe, expect, it } from "vitest";
import { NODE_TYPES } from "@/test/documents";
import { searchTypes } from "./search";

const first = (query: string) => searchTypes(Object.values(NODE_TYPES), query).map(({ id }) => id);

describe("searchTypes", () => {
  it.each([
    ["ai", "process"],
    ["process", "process"],
    ["temp", "template"],
    ["TEMP", "template"],
    ["set 节", "set"],
    ["con", "condition"],
  ])("finds for %j first %s", (query, id) => {
    expect(first(query)[0]).toBe(id);
  });

  it("finds nothing for nonsense and everything, AI first, for nothing", () => {
    expect(first("qqq")).toEqual([]);
    expect(first("  ")).toHaveLength(Object.keys(NODE_TYPES).length);
    expect(first("")[0]).toBe("process");
  });
});
