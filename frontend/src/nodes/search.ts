/** Finding what to add by typing: all languages at once, best fit first, no delay. */

import type { LocalText, WorkflowTemplate } from "@/api/types";
import { findByWords, type Wording } from "./find-by-words";
import type { NodeChoice } from "./node-choices";

/**
 * Choices that fit a query, best first, equals in their order: those that hold it as it is, or else words of it. Until
 * something is typed: the node types.
 */
export function searchChoices(choices: readonly NodeChoice[], query: string): NodeChoice[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return choices.filter(({ kind }) => kind === "type");
  const found = choices
    .map((choice) => ({ choice, score: scoreOf(choice, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ choice }) => choice);
  return found.length > 0 ? found : findByWords(choices, wordingOfNode, query);
}

/** The words of a node that a sentence is compared with. */
export const wordingOfNode = ({
  title,
  help,
  keywords,
}: Record<"title" | "help" | "keywords", LocalText>): Wording => ({
  names: [title, keywords],
  others: [help],
});

/** The words of a template that a sentence is compared with. */
export const wordingOfTemplate = ({ name, description, note }: WorkflowTemplate): Wording => ({
  names: [name, description],
  others: [note],
});

function scoreOf({ id, title, help, keywords }: NodeChoice, query: string): number {
  return Math.max(
    textFit(title, query) * 4,
    wordFit(id, query) * 3,
    textFit(keywords, query) * 3,
    textFit(help, query),
  );
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
