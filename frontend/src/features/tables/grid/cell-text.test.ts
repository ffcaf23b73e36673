import { describe, expect, it } from "vitest";
import type { TableColumn } from "@/api/tables";
import { copiedText, editText, isInRange, pastedCells, rangeOf, shownText } from "./cell-text";

describe("what is pasted", () => {
  it.each([
    [
      "a\tb\nc\td\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["a\r\nb", [["a"], ["b"]]],
    ["", [[""]]],
    ["\t", [["", ""]]],
    ['"a\nb"\tc', [["a\nb", "c"]]],
    ['"say ""hi"""', [['say "hi"']]],
    ['"open\tb', [['"open', "b"]]],
    ['5" nail\tx', [['5" nail', "x"]]],
  ])("is read as cells: %j", (text, cells) => {
    expect(pastedCells(text)).toEqual(cells);
  });

  it("is what was copied", () => {
    const cells = [
      ["a\tb", 'say "hi"'],
      ["", "two\nlines"],
    ];
    expect(pastedCells(copiedText(cells))).toEqual(cells);
  });
});

it("shows times in the person's own form and everything else as it is stored", () => {
  const column = (type: TableColumn["type"]): TableColumn => ({ key: "a", name: "A", type, choices: [] });
  expect(shownText(column("datetime"), "2026-03-01T09:30:00.000Z", "en")).toContain("2026");
  expect(shownText(column("datetime"), "never", "en")).toBe("never");
  expect(shownText(column("json"), { a: [1] }, "en")).toBe('{"a":[1]}');
  expect(editText(null)).toBe("");
});

it("knows what is selected whichever way it was drawn", () => {
  const range = rangeOf({ row: 3, column: 2 }, { row: 1, column: 4 });
  expect(range).toEqual({ top: 1, left: 2, bottom: 3, right: 4 });
  expect(isInRange(range, { row: 2, column: 3 })).toBe(true);
  expect(isInRange(range, { row: 0, column: 3 })).toBe(false);
});
