import { expect, it } from "vitest";
import { rowsOf } from "./file-preview";

it.each([
  [
    "a,b\r\n1,2\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  ['"x, ""y""",z', [['x, "y"', "z"]]],
  ['"two\nlines",b', [["two\nlines", "b"]]],
  ["", []],
  ['"never closed', []],
])("reads the rows of %j", (text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
});
