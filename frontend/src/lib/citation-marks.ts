/** Marks of cited passages in Markdown: `[1]` or `[1, 2]`, as places for chips. */

import type { Env, MarkdownIt } from "markdown-it";

/** The same form as in `workflow_editor/services/turn_citations.py`. Before `(` it is the text of a link. */
const MARK = /\[(\d{1,3}(?:, ?\d{1,3}){0,19})\](?!\()/y;

/** More of them stay text. */
export const MOST_CHIPS = 200;

/** State of one text: numbers with a passage, and the chips placed so far. */
export type CitationEnv = Env & { cited?: ReadonlySet<number>; chips?: number };

/** Put `<span class="cite" data-number="1">` in the place of each mark whose numbers all have a passage. */
export function citationMarks(markdown: MarkdownIt): void {
  markdown.inline.ruler.before("link", "citation", (state, silent) => {
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
  markdown.renderer.rules.citation = (tokens, at) =>
    `<span class="cite" data-number="${Number(tokens[at]?.meta?.number)}"></span>`;
}
