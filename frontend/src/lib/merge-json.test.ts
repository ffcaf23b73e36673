import { describe, expect, it } from "vitest";
import { mergeJson } from "./merge-json";

const base = { name: "A", prompts: { system: "s", tail: null }, tools: ["x"] };

describe("changes of two sides", () => {
  it.each([
    ["other fields", { ...base, name: "B" }, { ...base, tools: [] }, { ...base, name: "B", tools: [] }],
    [
      "other fields of one object",
      { ...base, prompts: { system: "mine", tail: null } },
      { ...base, prompts: { system: "s", tail: "theirs" } },
      { ...base, prompts: { system: "mine", tail: "theirs" } },
    ],
    ["the same to the same", { ...base, name: "B" }, { ...base, name: "B" }, { ...base, name: "B" }],
    ["only mine", { ...base, name: "B" }, base, { ...base, name: "B" }],
    ["only theirs", base, { ...base, name: "B" }, { ...base, name: "B" }],
    [
      "a field that is gone, and another",
      { name: "A", tools: ["x"] },
      { ...base, name: "B" },
      { name: "B", tools: ["x"] },
    ],
    ["a text", { ...base, name: "B" }, { ...base, name: "C" }, null],
    ["a list", { ...base, tools: ["x", "y"] }, { ...base, tools: [] }, null],
    [
      "a field that one took away",
      { name: "A", tools: ["x"] },
      { ...base, prompts: { system: "t", tail: null } },
      null,
    ],
  ])("%s", (_name, mine, theirs, merged) => {
    expect(mergeJson<object>(base, mine, theirs)).toEqual(merged);
    expect(mergeJson<object>(base, theirs, mine)).toEqual(merged);
  });
});
