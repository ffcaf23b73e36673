/** Differences of two texts: by word, for long ones by line, in bounded time. Pure. */

import { diffLines, diffWordsWithSpace } from "diff";

export type TextPart = { value: string; added?: boolean; removed?: boolean };

/** Letters of what differs, in both texts together; beyond it lines are compared. */
const MOST_BY_WORDS = 60_000;
/** Texts that differ more, or take longer, are shown as one that went and one that came. */
const LIMITS = { maxEditLength: 2_000, timeout: 400 };
/** Maximum length of a word. */
const LONGEST_WORD = 100;

export function textDiff(before: string, after: string): TextPart[] {
  const start = wordStart(
    before,
    commonLength(before, after, (text, at) => text.charCodeAt(at)),
  );
  const rest = [before.slice(start), after.slice(start)] as const;
  const tail = commonLength(...rest, (text, at) => text.charCodeAt(text.length - 1 - at));
  const end = before.length - tail + wordEnd(before.slice(before.length - tail));
  const same = before.length - end;
  const [old, recent] = [before.slice(start, end), after.slice(start, after.length - same)];
  const isShort = old.length + recent.length <= MOST_BY_WORDS;
  const found = isShort ? diffWordsWithSpace(old, recent, LIMITS) : diffLines(old, recent, LIMITS);
  const parts: TextPart[] = found ?? [
    { value: old, removed: true },
    { value: recent, added: true },
  ];
  const whole = [{ value: before.slice(0, start) }, ...parts, { value: before.slice(end) }];
  return whole.filter(({ value }) => value !== "");
}

function commonLength(one: string, other: string, letter: (text: string, at: number) => number): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && letter(one, length) === letter(other, length)) length += 1;
  return length;
}

/** Start of the word at a position, so that words are shown whole. */
function wordStart(text: string, place: number): number {
  const before = text.slice(Math.max(place - LONGEST_WORD, 0), place);
  return place - (/\S*$/.exec(before)?.[0].length ?? 0);
}

/** Length of the text's beginning that belongs to the previous word. */
function wordEnd(text: string): number {
  return /^\S*/.exec(text.slice(0, LONGEST_WORD))?.[0].length ?? 0;
}

/** Lines that are shown around what differs, and how many more must be the same to be left out. */
const AROUND = 3;
const LEAST_LEFT_OUT = 4;

export type Unchanged = { head: string; hidden: string; lines: number; tail: string };

/** A stretch that both texts have, with its middle apart where that is long; null where it is not. */
export function foldUnchanged(text: string, place: { isFirst: boolean; isLast: boolean }): Unchanged | null {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  // The last line runs on into what comes next.
  const from = place.isFirst ? 0 : (ends[AROUND - 1] ?? text.length);
  const to = place.isLast ? text.length : (ends.at(-1 - AROUND) ?? 0);
  const lines = ends.filter((end) => end > from && end <= to).length;
  if (lines < LEAST_LEFT_OUT) return null;
  return { head: text.slice(0, from), hidden: text.slice(from, to), lines, tail: text.slice(to) };
}
