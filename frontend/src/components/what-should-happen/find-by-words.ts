/** Finding by the words of a sentence, of which not all need fit (`holdsWords` filters by all): the rarest count most. Pure. */

import type { LocalText } from "@/api/types";

export type Wording = { title: LocalText; others: readonly LocalText[] };

const TITLE_WEIGHT = 3;
/** Entries that fit far less well than the best are left out. */
const LEAST_SHARE = 0.5;

/** Return the entries that hold words of the text, best first, in any language. */
export function findByWords<Entry>(
  entries: readonly Entry[],
  wordingOf: (entry: Entry) => Wording,
  text: string,
): Entry[] {
  const words = wordsOf(text);
  const read = entries.map((entry) => {
    const { title, others } = wordingOf(entry);
    const inTitle = readable([title]);
    return { entry, inTitle, all: inTitle + readable(others) };
  });
  const weights = words.map((word) => {
    const holding = read.filter(({ all }) => holds(all, word)).length;
    return { word, weight: holding ? Math.log(1 + read.length / holding) : 0 };
  });
  const scored = read.map(({ entry, inTitle, all }) => {
    const score = weights.reduce(
      (sum, { word, weight }) =>
        sum + (holds(inTitle, word) ? TITLE_WEIGHT * weight : holds(all, word) ? weight : 0),
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

/** Words without their plural; Chinese, which has no blanks, by two characters each. */
function wordsOf(text: string): string[] {
  const found = text.toLowerCase().match(/\p{Script=Han}+|[^\s\p{P}\p{S}\p{Script=Han}]+/gu) ?? [];
  const words = found.flatMap((run) => {
    if (!/\p{Script=Han}/u.test(run)) return run.length > 3 ? run.replace(/s$/, "") : run;
    const characters = [...run];
    return characters.length < 2 ? run : characters.slice(1).map((one, at) => characters[at] + one);
  });
  return [...new Set(words)];
}

function readable(texts: readonly LocalText[]): string {
  const all = texts.flatMap((text) => Object.values(text)).join(" ");
  return ` ${all.toLowerCase().replace(/[\p{P}\p{S}]+/gu, " ")} `;
}

/** Words count from their beginning on. */
function holds(text: string, word: string): boolean {
  return text.includes(/\p{Script=Han}/u.test(word) ? word : ` ${word}`);
}
