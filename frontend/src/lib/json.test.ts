import { describe, expect, it, test } from "vitest";
import { readJsonObject, readValue, shownValue } from "@/lib/json";

test.each([
  ["Hello", "Hello"],
  ["3", '"3"'],
  [3, "3"],
  [null, "null"],
  [true, "true"],
  [["a"], '["a"]'],
  [{ a: 1 }, '{"a":1}'],
  ['say "hi"', 'say "hi"'],
  ["{ open", "{ open"],
])("%j is shown so that it is read again as what it is", (value, shown) => {
  expect(shownValue(value)).toBe(shown);
  expect(readValue(shown)).toEqual(value);
});

test("a text nested deeper than JSON can be written stays words", () => {
  const text = "[".repeat(100_000) + "]".repeat(100_000);
  expect(readValue(text)).toBe(text);
  expect(shownValue(text)).toBe(text);
});

describe("readJsonObject", () => {
  it.each([
    ['{"a": [1]}', { a: [1] }],
    ["{}", {}],
    ["[1]", null],
    ["null", null],
    ['"text"', null],
    ["{", null],
    ["", null],
  ])("reads %s", (text, expected) => {
    expect(readJsonObject(text)).toEqual(expected);
  });
});
