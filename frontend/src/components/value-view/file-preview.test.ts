import { expect, it } from "vitest";
import { decodedText, rowsOf } from "./file-preview";

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
  ['"never closed', [['"never closed']]],
  [
    'size,5" pipe\nx,y',
    [
      ["size", '5" pipe'],
      ["x", "y"],
    ],
  ],
])("reads the rows of %j", (text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
});

it.each([
  ["UTF-8", [0xe8, 0x8c, 0xb6], "茶"],
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0xe8, 0x8c, 0xb6], "茶"],
  ["UTF-8 that is cut within a character", [0x61, 0xe8, 0x8c], "a"],
  ["GB18030", [0xb2, 0xe8], "茶"],
  ["UTF-16, little end first", [0xff, 0xfe, 0x36, 0x83], "茶"],
  ["UTF-16, big end first", [0xfe, 0xff, 0x83, 0x36], "茶"],
])("reads %s", (_name, bytes, text) => {
  expect(decodedText(new Uint8Array(bytes).buffer)).toBe(text);
});
