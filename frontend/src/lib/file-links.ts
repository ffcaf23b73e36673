/** A piece of a text: words, or a link to a file that a tool made. */
export type TextPiece = string | { name: string; href: string };

const FILE = "/api/tools/files/[0-9a-f-]{36}/";
const LINK = new RegExp(`\\[([^\\]\\n]+)\\]\\((${FILE})\\)|(${FILE})`, "g");

/** Cuts a text at the addresses of files of ours, which may stand in it as links in Markdown or alone. */
export function withFileLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const found of text.matchAll(LINK)) {
    const href = found[2] ?? found[3] ?? "";
    if (found.index > end) pieces.push(text.slice(end, found.index));
    pieces.push({ name: found[1] ?? href, href });
    end = found.index + found[0].length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}
