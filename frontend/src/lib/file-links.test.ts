import { expect, test } from "vitest";
import { withFileLinks } from "@/lib/file-links";

const FILE = "/api/tools/files/0199aaaa-0000-7000-8000-000000000001/";

test.each([
  ["", []],
  ["Nothing here.", ["Nothing here."]],
  [FILE, [{ name: FILE, href: FILE }]],
  [`Done.\n\n[tea.csv](${FILE})`, ["Done.\n\n", { name: "tea.csv", href: FILE }]],
  [`[a](${FILE}) and [b](${FILE}).`, [{ name: "a", href: FILE }, " and ", { name: "b", href: FILE }, "."]],
  ["[elsewhere](https://example.com/)", ["[elsewhere](https://example.com/)"]],
  ["[x](/api/tools/files/../../admin/)", ["[x](/api/tools/files/../../admin/)"]],
])("%j is cut at the files in it", (text, pieces) => {
  expect(withFileLinks(text)).toEqual(pieces);
});
