import { describe, expect, it } from "vitest";
import { documentOf, NODE_TYPES, node } from "@/test/documents";
import { firstStep, nameFromWords } from "./first-step";

describe("the first step", () => {
  it.each([
    [[], null],
    [["start"], null],
    [["start", "note"], null],
    [["start", "template"], "template"],
    [["webhook", "template"], "webhook"],
  ])("of %j", (types, found) => {
    const document = documentOf(
      types.map((type) => node(type, type)),
      [],
    );
    expect(firstStep(document, NODE_TYPES)?.key ?? null).toBe(found);
  });
});

describe("a name from words", () => {
  it.each([
    ["ask me  before it is sent ", "Ask me before it is sent"],
    ["每天读取资讯", "每天读取资讯"],
    ["tem", null],
    ["审批", null],
    ["  ", null],
    [`${"ab ".repeat(60)}`, `Ab${" ab".repeat(39)}`],
  ])("%s", (words, name) => {
    expect(nameFromWords(words)).toBe(name);
  });
});
