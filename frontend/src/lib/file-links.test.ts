import { expect, test } from "vitest";
import { withFileLinks } from "@/lib/file-links";

const FILE = "/api/tools/files/0199aaaa-0000-7000-8000-000000000001/";
const LINK = FILE.length + "[a]()".length;

test.each([
  ["", []],
  ["Nothing here.", [{ at: 0, text: "Nothing here." }]],
  [FILE, [{ at: 0, text: FILE, href: FILE }]],
  [
    `Done.\n\n[tea.csv](${FILE})`,
    [
      { at: 0, text: "Done.\n\n" },
      { at: 7, text: "tea.csv", href: FILE },
    ],
  ],
  [
    `[a](${FILE}) and [b](${FILE}).`,
    [
      { at: 0, text: "a", href: FILE },
      { at: LINK, text: " and " },
      { at: LINK + 5, text: "b", href: FILE },
      { at: 2 * LINK + 5, text: "." },
    ],
  ],
  ["[elsewhere](https://example.com/)", [{ at: 0, text: "[elsewhere](https://example.com/)" }]],
  ["[x](/api/tools/files/../../admin/)", [{ at: 0, text: "[x](/api/tools/files/../../admin/)" }]],
])("%j is cut at the files in it", (text, pieces) => {
  expect(withFileLinks(text)).toEqual(pieces);
});
