/** Markdown as people and models write it (CommonMark, tables, task lists), as HTML block by block. */

import MarkdownIt, { type Env, type Token } from "markdown-it";

/** A longer text is shown as it is: screens could not draw all of its marks in time. */
const LONGEST = 100_000;

/** Allowed link targets. */
export const LINK = /^(https?:|mailto:|\/|#)/i;
const ADDRESSES = new Set(["href", "src"]);
const TASK = /^\[([ xX])\] /;

/** Mark of cited passages, `[1]` or `[1, 2]`: the same form as in `workflow_editor/selectors/run/turn_text.py`. Before `(` it is the text of a link. */
const MARK = /\[(\d{1,3}(?:, ?\d{1,3}){0,19})\](?!\()/y;

/** More of them stay text. */
export const MOST_CHIPS = 200;

/** State of one text: numbers with a passage, and the chips placed so far. */
export type CitationEnv = Env & { cited?: ReadonlySet<number>; chips?: number };

/** HTML in a text stays text, and a line break is one. */
const markdown = new MarkdownIt({ html: false, breaks: true, linkify: true });
// A name with a dot is a file or a method more often than a host.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.validateLink = (address) => LINK.test(address);
markdown.use(citationMarks);
markdown.core.ruler.push("for_our_screens", ({ tokens }) => tokens.forEach(adapt));
markdown.renderer.rules.link_open = (tokens, at, options, _env, renderer) => {
  tokens[at]?.attrSet("target", "_blank");
  tokens[at]?.attrSet("rel", "noreferrer noopener");
  return renderer.renderToken(tokens, at, options);
};
/** A picture is a link: loading it would tell its server who reads this, and could carry words of the text there. */
markdown.renderer.rules.image = (tokens, at) => {
  const { escapeHtml } = markdown.utils;
  const { content = "" } = tokens[at] ?? {};
  const address = String(tokens[at]?.attrGet("src") ?? "");
  return `<a href="${escapeHtml(address)}" target="_blank" rel="noreferrer noopener">${escapeHtml(content || address)}</a>`;
};

/** Around each block of code there is room for what copies it. */
const { fence, code_block } = markdown.renderer.rules;
markdown.renderer.rules.fence = (...block) => inCodeBox(fence?.(...block));
markdown.renderer.rules.code_block = (...block) => inCodeBox(code_block?.(...block));

/**
 * The HTML of each block (a paragraph, a whole list, a table …).
 *
 * A text that grows changes its last block only, so what shows the others need not do anything.
 * @param forReader where an address of the text leads for whoever reads it.
 * @param cited numbers with a passage; their marks (`[1]`) become places for chips.
 */
export function markdownBlocks(
  text: string,
  forReader = (address: string) => address,
  cited?: ReadonlySet<number>,
): string[] {
  if (text.length > LONGEST) return [inCodeBox(`<pre><code>${markdown.utils.escapeHtml(text)}</code></pre>`)];
  const env: CitationEnv = cited ? { cited } : {};
  const blocks: string[] = [];
  let depth = 0;
  let block: Token[] = [];
  for (const token of markdown.parse(text, env)) {
    for (const part of token.children ?? [])
      part.attrs =
        part.attrs?.map(([name, value]) => [name, ADDRESSES.has(name) ? forReader(String(value)) : value]) ??
        null;
    block.push(token);
    depth += token.nesting;
    if (depth > 0) continue;
    blocks.push(markdown.renderer.render(block, markdown.options, env));
    block = [];
  }
  return blocks;
}

function inCodeBox(html = ""): string {
  return `<div class="code">${html}</div>`;
}

function adapt(token: Token, at: number, tokens: Token[]): void {
  // A page has headings of its own above these.
  if (token.type.startsWith("heading_")) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 2)}`;
  const style = String(token.attrGet("style") ?? "");
  if (style.startsWith("text-align:")) token.attrs = [["align", style.slice("text-align:".length)]];
  const [first] = token.children ?? [];
  if (tokens[at - 2]?.type === "list_item_open" && first?.type === "text" && TASK.test(first.content)) {
    first.content = first.content.replace(TASK, (_, mark) => (mark === " " ? "☐ " : "☑ "));
    tokens[at - 2]?.attrSet("class", "task");
  }
}

/** Put `<span class="cite" data-number="1">` in the place of each mark, if all its numbers have a passage. */
function citationMarks(parser: typeof markdown): void {
  parser.inline.ruler.before("link", "citation", (state, silent) => {
    const env: CitationEnv = state.env;
    // Silent is the search for the end of a link's text, where marks are brackets like others.
    if (silent || !env.cited?.size || state.linkLevel > 0) return false;
    MARK.lastIndex = state.pos;
    const [whole, list = ""] = MARK.exec(state.src) ?? [];
    if (whole === undefined) return false;
    const numbers = list.split(",").map(Number);
    const chips = (env.chips ?? 0) + numbers.length;
    if (chips > MOST_CHIPS || !numbers.every((number) => env.cited?.has(number))) return false;
    env.chips = chips;
    for (const number of numbers) state.push("citation", "span", 0).meta = { number };
    state.pos += whole.length;
    return true;
  });
  parser.renderer.rules.citation = (tokens, at) =>
    `<span class="cite" data-number="${Number(tokens[at]?.meta?.number)}"></span>`;
}
