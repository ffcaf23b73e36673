import { describe, expect, it, test } from "vitest";
import {
  exactNumber,
  isRecord,
  parseExactJson,
  parseJson,
  parseTypedJson,
  RepeatedNameError,
  readJsonObject,
  readValue,
  shownValue,
} from "@/lib/json";

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

describe("parseTypedJson", () => {
  it.each([
    ['{"a": 1, "a": 2}', "a"],
    ['{"a": 1, "\\u0061" : 2}', "a"],
    ['[{"x": {"茶": 1, "b": {"茶": 1}, "茶": 3}}]', "茶"],
    ['{"q\\"": 1, "q\\"": 2}', 'q"'],
  ])("refuses %s", (text, name) => {
    expect(() => parseTypedJson(text)).toThrow(new RepeatedNameError(name));
  });
  it.each([
    '{"a": {"a": 1}, "b": ["a", "a", {"a": "a:"}]}',
    '["a", "a"]',
    '{"a": "a", "A": "\\""}',
    "1",
    '"a"',
  ])("reads %s", (text) => {
    expect(parseTypedJson(text)).toEqual(JSON.parse(text));
  });
});

describe("readJsonObject", () => {
  it("is null where a name comes twice", () => {
    expect(readJsonObject('{"a": 1, "a": 1}')).toBeNull();
  });
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

describe("long integers", () => {
  const texts = ["7615917337495251231", "-9007199254740993", "18446744073709551616", `${"9".repeat(400)}`];
  it.each(texts)("%s is read, shown and written as it was", (digits) => {
    const text = `{"id":${digits},"list":[1,${digits}]}`;
    expect(JSON.stringify(parseJson(text))).toBe(text);
    expect(JSON.stringify(parseExactJson(text))).toBe(text);
    expect(shownValue(exactNumber(digits))).toBe(digits);
    expect(isRecord(exactNumber(digits))).toBe(false);
  });
  it.each(["9007199254740991", "0", "-1", "1.5", "1e300", "0.1234567890123456789"])(
    "%s is a number",
    (text) => {
      expect(exactNumber(text)).toBe(Number(text));
      expect(parseExactJson(text)).toBe(Number(text));
    },
  );
  it.each(["", " ", "x", "1x"])("“%s” is none", (text) => {
    expect(exactNumber(text)).toBeNull();
  });
});
