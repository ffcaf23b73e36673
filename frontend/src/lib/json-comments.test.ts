import { expect, it } from "vitest";
import { parseCommentedJson } from "@/lib/json-comments";
import { expectGrowth } from "@/test/growth";

it.each([
  ['{"a": 1}', { a: 1 }],
  ['{\n  // first\n  "a": [1, /* two */ 2] // last\n}', { a: [1, 2] }],
  [
    '{"a": "https://example.com/ /* no comment */", /**/ "b": "\\"//"}',
    {
      a: "https://example.com/ /* no comment */",
      b: '"//',
    },
  ],
])("reads %j", (text, value) => {
  expect(parseCommentedJson(text)).toEqual(value);
});

it.each(["", "// nothing", '{"a": 1, /* open', '{"a": "open // }', "{1 / 2}"])("refuses %j", (text) => {
  expect(() => parseCommentedJson(text)).toThrow(SyntaxError);
});

it.each(['"\\"', "/*", "//", '"'])("reads each letter of many %j once", (piece) => {
  expectGrowth((size) => {
    const text = piece.repeat(size);
    return () => expect(() => parseCommentedJson(text)).toThrow(SyntaxError);
  }, 200_000);
});
