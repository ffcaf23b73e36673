import { expect, it, vi } from "vitest";
import { forgetChosenFiles } from "./file-choices";

forgetChosenFiles();

/** Values written to an input while it is pressed. */
function writtenInto(type: string): string[] {
  document.body.innerHTML = `<input type="${type}">`;
  const field = document.querySelector("input");
  if (!field) throw new Error("no field");
  const write = vi.spyOn(field, "value", "set");
  field.click();
  return write.mock.calls.map(([value]) => value);
}

it("empties an input for files when it is pressed, and no other", () => {
  expect(writtenInto("file")).toEqual([""]);
  expect(writtenInto("text")).toEqual([]);
});
