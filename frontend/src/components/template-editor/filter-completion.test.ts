import { describe, expect, it } from "vitest";
import { exampleOf, typedFilter, writtenFilter } from "./filter-completion";

const TRUNCATE = {
  name: "truncate",
  arguments: "6, '…'",
  help: { en: "Shorten", "zh-Hans": "截短" },
  value: "Hello world",
  result: "Hello…",
};

describe("a filter that is being typed", () => {
  it.each<[string, string | null]>([
    ["{{ inputs.topic |", ""],
    ["{{ inputs.topic | up", "up"],
    ["{{ inputs.topic | upcase | tr", "tr"],
    ["{{ inputs.topic | replace: '|', \"}\" | tr", "tr"],
    ["{{ nodes['视频（抖音）'].title | tr", "tr"],
    ["{{ inputs.topic | replace: '|", null],
    ["{{ inputs.topic | upcase }} |", null],
    ["{{ inputs.topic", null],
    ["a | b", null],
    ["it's {{ inputs.topic | up", "up"],
    [`${"{{ a | ".repeat(50_000)}`, ""],
  ])("%s", (line, typed) => {
    expect(typedFilter(line)).toBe(typed);
  });
});

describe("a chosen filter", () => {
  it.each([
    ["", "truncate: 6, '…'", "6, '…'"],
    [" }}", "truncate: 6, '…'", "6, '…'"],
    [": 50 }}", "truncate", ""],
  ])("before “%s”", (behind, text, selected) => {
    const written = writtenFilter(TRUNCATE, behind);
    expect([written.text, written.text.slice(written.from, written.to)]).toEqual([text, selected]);
  });

  it("shows its example", () => {
    expect(exampleOf(TRUNCATE)).toBe("Hello world → Hello…");
    expect(exampleOf({ ...TRUNCATE, value: ["a", "b"], result: 2 })).toBe('["a","b"] → 2');
  });
});
