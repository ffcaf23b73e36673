/** Finding by the words of a sentence, of which not all need fit (`holdsWords` filters by all): the rarest count most. Pure. */

import type { LocalText } from "@/api/types";
import fillers from "./filler-words.json";

/** `names`: what an entry is called, and other words for it. */
export type Wording = { names: readonly LocalText[]; others: readonly LocalText[] };

const NAME_WEIGHT = 3;
/** Entries that fit far less well than the best are left out. */
const LEAST_SHARE = 0.2;

/** Return the entries that hold words of the text, best first, in any language. */
export function findByWords<Entry>(
  entries: readonly Entry[],
  wordingOf: (entry: Entry) => Wording,
  text: string,
): Entry[] {
  const words = wordsOf(text);
  const read = entries.map((entry) => {
    const { names, others } = wordingOf(entry);
    const inNames = readable(names);
    return { entry, inNames, all: inNames + readable(others) };
  });
  const weights = words.map((word) => {
    const holding = read.filter(({ all }) => holds(all, word)).length;
    return { word, weight: holding ? Math.log(1 + read.length / holding) : 0 };
  });
  const scored = read.map(({ entry, inNames, all }) => {
    const score = weights.reduce(
      (sum, { word, weight }) =>
        sum + (holds(inNames, word) ? NAME_WEIGHT * weight : holds(all, word) ? weight : 0),
      0,
    );
    return { entry, score };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score >= best * LEAST_SHARE)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** Words that say nothing about what is wanted; of Chinese ones, those that would lie across two words. */
const FILLERS = new Set(fillers.english.split(" "));
const CHINESE_FILLERS = new RegExp(fillers.chinese.replaceAll(" ", "|"), "gu");
const ENDING = /(?<=\p{L}{4})(?:i[sz](?:e[sd]?|ing)|ie[sd]|ing|e[sd]|[sey])$/u;
/** A shorter word would begin too many. */
const LEAST_BEGINNING = 3;

/** Words that say something, without their endings; Chinese, which has no blanks, by two characters each. */
function wordsOf(text: string): string[] {
  const found = plain(text).match(/\p{Script=Han}+|[^\s\p{Script=Han}]+/gu) ?? [];
  const words = found.flatMap((run) => {
    if (FILLERS.has(run)) return [];
    if (!/\p{Script=Han}/u.test(run)) return run.replace(ENDING, "").replace(/(?<=\p{L}{3})s$/u, "");
    return run.split(CHINESE_FILLERS).flatMap((part) => {
      const characters = [...part];
      return characters.length < 2 ? part : characters.slice(1).map((one, at) => characters[at] + one);
    });
  });
  return [...new Set(words.filter(Boolean))];
}

function readable(texts: readonly LocalText[]): string {
  return ` ${plain(texts.flatMap((text) => Object.values(text)).join(" "))} `;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\be-?mail/g, "mail")
    .replace(/[\p{P}\p{S}]+/gu, " ");
}

/** Words count from their beginning on. */
function holds(text: string, word: string): boolean {
  if (/\p{Script=Han}/u.test(word)) return text.includes(word);
  return text.includes(word.length < LEAST_BEGINNING ? ` ${word} ` : ` ${word}`);
}
