import { describe, expect, it } from "vitest";
import { foldUnchanged, type TextPart, textDiff } from "@/components/field-diff/text-diff";
import { expectEnd } from "@/test/growth";

const marked = (parts: TextPart[]) =>
  parts.map(({ value, added, removed }) => (added ? `+${value}+` : removed ? `-${value}-` : value)).join("");
const side = (parts: TextPart[], without: "added" | "removed") =>
  parts
    .filter((part) => !part[without])
    .map(({ value }) => value)
    .join("");

describe("textDiff", () => {
  it.each([
    ["the loom weaves", "the loom weaves", "the loom weaves"],
    ["the loom weaves", "the frame weaves", "the -loom-+frame+ weaves"],
    ["weaving", "weaver", "-weaving-+weaver+"],
    ["", "new", "+new+"],
    ["aa", "aaa", "-aa-+aaa+"],
    ["一二三", "一二四", "一二-三-+四+"],
  ])("marks whole words: %j, %j", (before, after, expected) => {
    expect(marked(textDiff(before, after))).toBe(expected);
  });

  const lines = (count: number, word: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `line ${at} ${word(at)}\n`).join("");
  it.each([
    [
      "a line in the middle",
      lines(50_000, () => "same text"),
      (text: string) => text.replace("line 25000 ", "LINE "),
    ],
    ["every line", lines(60_000, (at) => `${at}`), (text: string) => text.replaceAll("line", "LINE")],
    ["one long line", "word ".repeat(200_000), (text: string) => text.replaceAll("word ", "work ")],
    ["no white space", "ab".repeat(500_000), (text: string) => `x${text}y`],
  ])("compares a megabyte in bounded time: %s", (_what, before, change) => {
    const after = change(before);
    expect(before.length).toBeGreaterThan(900_000);
    let parts: TextPart[] = [];
    expectEnd(() => {
      parts = textDiff(before, after);
    });
    expect(side(parts, "added")).toBe(before);
    expect(side(parts, "removed")).toBe(after);
  });
});

describe("a stretch that is the same", () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `${from + at}\n`).join("");
  const middle = { isFirst: false, isLast: false };

  it.each([
    ["before what differs", lines(0, 10), { ...middle, isFirst: true }, ["", 7, lines(7, 10)]],
    ["behind it", lines(0, 10), { ...middle, isLast: true }, [lines(0, 3), 7, ""]],
    ["between", lines(0, 10), middle, [lines(0, 3), 4, lines(7, 10)]],
    [
      "and words of lines that differ",
      `a\n${lines(0, 10)}b`,
      middle,
      [`a\n${lines(0, 2)}`, 5, `${lines(7, 10)}b`],
    ],
  ] as const)("%s shows some lines around it", (_, text, place, [head, count, tail]) => {
    const folded = foldUnchanged(text, place);
    expect([folded?.head, folded?.lines, folded?.tail]).toEqual([head, count, tail]);
    expect(`${folded?.head}${folded?.hidden}${folded?.tail}`).toBe(text);
  });

  it("is left as it is while little could be left out", () => {
    expect(foldUnchanged(lines(0, 9), middle)).toBeNull();
    expect(foldUnchanged("x".repeat(10_000), middle)).toBeNull();
  });
});
