import { expect, it } from "vitest";
import { expectGrowth } from "./growth";

/** Searches for a text that is not there, from each place to the end. */
const quadratic = (size: number) => {
  const text = "a".repeat(size);
  return () => /a*b/.test(text);
};
const linear = (size: number) => {
  const text = "a".repeat(size);
  return () => text.split("").length;
};

it.each([20_000, 320_000])("finds what is quadratic, to a size of %d", (size) => {
  expect(() => expectGrowth(quadratic, size)).toThrow(/times the milliseconds/);
  expectGrowth(quadratic, 20_000, 2);
});

it("lets pass what is linear", () => expectGrowth(linear, 2_000_000));
