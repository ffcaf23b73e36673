/** Search query: literal words, or a regular expression with groups. Pure. */

export type Search = { query: string; matchCase: boolean; wholeWord: boolean; isExpression: boolean };

type Range = readonly [start: number, end: number];
/** A match; for an expression also its groups, as positions in the text. */
export type Match = {
  start: number;
  end: number;
  groups?: { numbered: readonly (Range | undefined)[]; named: Readonly<Record<string, Range | undefined>> };
};

export const MAX_QUERY = 1_000;

/** The query as it is written: no signs of it mean anything, so that there is nothing to go back for. */
export function literalPattern({ query, matchCase }: Search): RegExp {
  return new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), matchCase ? "gu" : "giu");
}

/** Explainable problem of an expression. */
export type PatternProblem = "group" | "closing" | "class" | "repeat" | "escape" | "other";

/** By the words of Chromium, Firefox and Safari. */
const PROBLEMS: readonly [PatternProblem, RegExp][] = [
  ["group", /unterminated (group|parenthetical)|missing \)|invalid (named )?(capture )?group/i],
  ["closing", /unmatched/i],
  ["class", /unterminated character class|missing terminating \]|out of order/i],
  ["repeat", /nothing to repeat|lone quantifier|incomplete quantifier|raw bracket|numbers out of order/i],
  ["escape", /escape|\\ at end|trailing \\/i],
];

/** The expression of a search, lines counting for `^` and `$`; or what is wrong with it. */
export function expressionOf({ query, matchCase }: Search): RegExp | PatternProblem {
  try {
    return new RegExp(query, matchCase ? "dgmu" : "dgimu");
  } catch (error) {
    const words = error instanceof Error ? error.message : "";
    return PROBLEMS.find(([, pattern]) => pattern.test(words))?.[0] ?? "other";
  }
}

/** Matches of a pattern in a text, without empty ones. */
export function* matchesIn(text: string, pattern: RegExp): Generator<Match> {
  for (const match of text.matchAll(pattern)) {
    if (match[0] === "") continue;
    const place = { start: match.index, end: match.index + match[0].length };
    const { indices } = match;
    yield indices ? { ...place, groups: { numbered: [...indices], named: { ...indices.groups } } } : place;
  }
}

const GROUP = /\$(?:(\$|&)|([1-9]\d?)|<([^>]*)>)/g;

/** The words to put in the place of a match: as they are, or with `$1`, `$<name>` and `$&` filled in. */
export function expanded(replacement: string, text: string, { start, end, groups }: Match): string {
  if (!groups) return replacement;
  return replacement.replace(GROUP, (written, sign?: string, digits?: string, name?: string) => {
    if (sign === "$") return "$";
    if (sign === "&") return text.slice(start, end);
    const { numbered, named } = groups;
    const number = Number(digits);
    // As browsers do it: of $12 with fewer than 12 groups only the 1 is a group.
    if (digits !== undefined && number >= numbered.length) {
      const first = Number(digits[0]);
      if (digits.length === 1 || first >= numbered.length) return written;
      return cut(text, numbered[first]) + digits.slice(1);
    }
    if (name !== undefined && !(name in named)) return written;
    return cut(text, name === undefined ? numbered[number] : named[name]);
  });
}

const cut = (text: string, range: Range | undefined) => (range ? text.slice(...range) : "");
