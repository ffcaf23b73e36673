import { expect, test } from "vitest";
import { readValue, shownValue } from "@/lib/loose-json";

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
