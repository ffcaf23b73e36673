import { describe, expect, it } from "vitest";
import { readJsonObject } from "@/lib/json-object";

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
