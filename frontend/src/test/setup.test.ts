import { expect, it } from "vitest";

it("starts with an empty document, whatever the test before has left", () => {
  expect(document.body.childElementCount).toBe(0);
  document.body.append(document.createElement("button"));
});

it("starts with an empty document here, too", () => {
  expect(document.body.childElementCount).toBe(0);
});
