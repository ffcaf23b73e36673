/** The part of Markdown that notes and messages need, read into a tree; HTML in it stays text. */

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "emphasis"; inside: Inline[] }
  | { kind: "link"; href: string; inside: Inline[] };

export type Block =
  | { kind: "heading"; level: 1 | 2 | 3; inside: Inline[] }
  | { kind: "paragraph"; lines: Inline[][] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "quote"; lines: Inline[][] }
  | { kind: "code"; text: string }
  | { kind: "rule" };

/** A longer text is shown as it is: screens could not draw all of its marks in time. */
const LONGEST = 100_000;

// `s`: a line may hold other breaks than "\n", before which `.` would stop and try every space again.
const HEADING = /^(#{1,3})\s+(.*)$/s;
const BULLET = /^\s*[-*+]\s+(.*)$/s;
const NUMBER = /^\s*\d+[.)]\s+(.*)$/s;
const QUOTE = /^>\s?(.*)$/s;
const FENCE = /^```/;
const RULE = /^(-{3,}|\*{3,})\s*$/;
/** The words of a link hold no bracket, its address parentheses in pairs only: what is no link is soon known. */
const INLINE =
  /`([^`]+)`|\*\*(.+?)\*\*|__(.+?)__|\*([^*\s][^*]*)\*|(?<![\p{L}\p{N}_])_([^_]+)_(?![\p{L}\p{N}_])|\[([^[\]]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/gu;
const SAFE_LINK = /^(https?:|mailto:|\/|#)/i;

export function parseMarkdown(source: string): Block[] {
  if (source.length > LONGEST) return [{ kind: "code", text: source }];
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const { block, next } = readBlock(lines, at);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

function readBlock(lines: readonly string[], at: number): { block: Block | null; next: number } {
  const line = lines[at] ?? "";
  if (line.trim() === "") return { block: null, next: at + 1 };
  if (FENCE.test(line)) return readFence(lines, at);
  if (RULE.test(line)) return { block: { kind: "rule" }, next: at + 1 };
  const heading = HEADING.exec(line);
  if (heading) {
    const level = Math.min(3, heading[1]?.length ?? 1) as 1 | 2 | 3;
    return { block: { kind: "heading", level, inside: parseInline(heading[2] ?? "") }, next: at + 1 };
  }
  for (const [kind, pattern] of LINE_KINDS) {
    const { texts, next } = run(lines, at, pattern);
    if (texts.length > 0) return { block: lineBlock(kind, texts), next };
  }
  return readParagraph(lines, at);
}

const LINE_KINDS = [
  ["bullets", BULLET],
  ["numbers", NUMBER],
  ["quote", QUOTE],
] as const;

function lineBlock(kind: (typeof LINE_KINDS)[number][0], texts: string[]): Block {
  const lines = texts.map(parseInline);
  return kind === "quote"
    ? { kind: "quote", lines }
    : { kind: "list", ordered: kind === "numbers", items: lines };
}

/** Lines that follow one another and look alike. */
function run(lines: readonly string[], at: number, pattern: RegExp): { texts: string[]; next: number } {
  const texts: string[] = [];
  let next = at;
  for (let match = pattern.exec(lines[next] ?? ""); match; match = pattern.exec(lines[next] ?? "")) {
    texts.push(match[1] ?? "");
    next += 1;
  }
  return { texts, next };
}

function readFence(lines: readonly string[], at: number): { block: Block; next: number } {
  let end = at + 1;
  while (end < lines.length && !FENCE.test(lines[end] ?? "")) end += 1;
  return { block: { kind: "code", text: lines.slice(at + 1, end).join("\n") }, next: end + 1 };
}

function readParagraph(lines: readonly string[], at: number): { block: Block; next: number } {
  const own: Inline[][] = [];
  let next = at;
  do {
    own.push(parseInline((lines[next] ?? "").trim()));
    next += 1;
  } while (next < lines.length && isPlain(lines[next] ?? ""));
  return { block: { kind: "paragraph", lines: own }, next };
}

function isPlain(line: string): boolean {
  return line.trim() !== "" && ![HEADING, BULLET, NUMBER, QUOTE, FENCE, RULE].some((kind) => kind.test(line));
}

/** The marks of a line. No mark holds another one of its kind, so this calls itself five times deep at most. */
export function parseInline(text: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) found.push({ kind: "text", text: text.slice(end, match.index) });
    found.push(inlineOf(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ kind: "text", text: text.slice(end) });
  return found;
}

function inlineOf(match: RegExpExecArray): Inline {
  const [whole, code, star, underscore, emphasis, slanted, words, href] = match;
  if (code !== undefined) return { kind: "code", text: code };
  const strong = star ?? underscore;
  if (strong !== undefined) return { kind: "strong", inside: parseInline(strong) };
  const soft = emphasis ?? slanted;
  if (soft !== undefined) return { kind: "emphasis", inside: parseInline(soft) };
  if (words !== undefined && href !== undefined && SAFE_LINK.test(href)) {
    return { kind: "link", href, inside: parseInline(words) };
  }
  return { kind: "text", text: whole };
}
