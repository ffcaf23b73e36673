/** Finding node types by typing: both languages at once, best fit first, no delay. */

import type { LocalText, NodeTypeInfo } from "@/api/types";
import { inPaletteOrder } from "./registry";

/** Types that fit a query, best first; all in palette order when nothing is typed. */
export function searchTypes(types: readonly NodeTypeInfo[], query: string): NodeTypeInfo[] {
  const ordered = inPaletteOrder(types);
  const wanted = query.trim().toLowerCase();
  if (!wanted) return ordered;
  return ordered
    .map((type) => ({ type, score: scoreOf(type, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ type }) => type);
}

function scoreOf(type: NodeTypeInfo, query: string): number {
  return Math.max(textFit(type.title, query) * 4, wordFit(type.id, query) * 3, textFit(type.help, query));
}

function textFit(text: LocalText, query: string): number {
  return Math.max(...Object.values(text).map((words) => wordFit(words, query)));
}

/** 3 for the beginning of the text, 2 for the beginning of a word, 1 for anywhere. */
function wordFit(text: string, query: string): number {
  const at = text.toLowerCase().indexOf(query);
  if (at < 0) return 0;
  if (at === 0) return 3;
  return /[\s_-]/.test(text[at - 1] ?? "") ? 2 : 1;
}
