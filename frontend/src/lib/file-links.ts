/** A piece of a text and the offset it starts at: words, or with an `href` a link to a file that a tool made. */
export type TextPiece = { at: number; text: string; href?: string };

/** So many addresses become links: screens could not draw more of them in time. */
const MOST = 1000;
/** The longer form is in what earlier versions kept. */
const FILE = "/api/(?:tools/)?files/[0-9a-f-]{36}/";
const LINK = new RegExp(`\\[([^[\\]\\n]+)\\]\\((${FILE})\\)|(${FILE})`, "g");

/** Cuts a text at the addresses of files of ours, which may stand in it as links in Markdown or alone. */
export function withFileLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: name, 2: linked, 3: bare } of text.matchAll(LINK)) {
    if (pieces.length >= 2 * MOST) break;
    const href = linked ?? bare ?? "";
    if (index > end) pieces.push({ at: end, text: text.slice(end, index) });
    pieces.push({ at: index, text: name ?? href, href });
    end = index + whole.length;
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end) });
  return pieces;
}
