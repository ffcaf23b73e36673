/**
 * References to values, and how each language of a field writes them. Pure.
 *
 * Templates are Liquid (`{{ nodes.fetch.title }}`), expressions are CEL (`nodes.fetch.title`), and the texts of a JSON
 * document may be templates, in which quotes have to be written so that the document stays JSON.
 */

import { ROOT_WORDS, TEMPLATE_WORDS } from "@/api/rules.gen";

/** As what a reference is dragged. */
export const VARIABLE_MIME = "application/x-flowloom-variable";

export type ReferenceLanguage = "template" | "expression" | "json";

/** `["nodes", "fetch", "rows", 0]` */
export type ReferencePath = readonly (string | number)[];

/** A longer text is no reference. */
const LONGEST = 10_000;
/** A name may begin with a digit. */
const WORD = /^\p{Nd}*[\p{L}_][\p{L}\p{N}_-]*/u;
const STEP = /^\s*(?:\.\s*(\p{Nd}*[\p{L}_][\p{L}\p{N}_-]*)|\[\s*(?:"([^"]*)"|'([^']*)'|(-?\d{1,9}))\s*\])/u;
const PLAIN_WORD = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const CEL_WORD = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Reserved words of CEL; a field with one of these names needs brackets. */
const CEL_KEYWORDS = new Set(
  "as break const continue else false for function if import in let loop namespace null package return true var void while".split(
    " ",
  ),
);
const ROOTS: ReadonlySet<string> = new Set(ROOT_WORDS);
const BUILT_IN: ReadonlySet<string> = new Set(TEMPLATE_WORDS);

/** True if a leading word belongs to the language, not to a node. */
export const isRootWord = (word: string) => ROOTS.has(word) || BUILT_IN.has(word);

/** The parts of `nodes.fetch["a b"][0]`; null for anything else, such as a computation. */
export function parseReference(text: string): ReferencePath | null {
  if (text.length > LONGEST) return null;
  let rest = text.trim();
  const root = WORD.exec(rest)?.[0];
  if (root === undefined) return null;
  const path: (string | number)[] = [root];
  rest = rest.slice(root.length);
  while (rest !== "") {
    const step = STEP.exec(rest);
    if (!step) return null;
    const [whole, word, double, single, index] = step;
    path.push(word ?? double ?? single ?? Number(index));
    rest = rest.slice(whole.length);
  }
  return path;
}

/** Reference text of a value in a field of this language. */
export function writeReference(path: ReferencePath, language: ReferenceLanguage): string {
  if (language === "expression") return writePath(path, language);
  return `{{ ${writePath(path, language)} }}`;
}

/** The same without the braces of a template. */
export function writePath(path: ReferencePath, language: ReferenceLanguage): string {
  const [root = "", ...steps] = path;
  // A node may stand first by its name in a template only.
  if (language === "expression" && !ROOTS.has(String(root))) return writePath(["nodes", ...path], language);
  return steps.reduce((text: string, step) => text + writeStep(step, language), String(root));
}

function writeStep(step: string | number, language: ReferenceLanguage): string {
  if (typeof step === "number") return `[${step}]`;
  if (language === "expression")
    return CEL_WORD.test(step) && !CEL_KEYWORDS.has(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  if (PLAIN_WORD.test(step)) return `.${step}`;
  if (language === "template") return step.includes('"') ? `['${step}']` : `["${step}"]`;
  return step.includes("'") ? `[${JSON.stringify(JSON.stringify(step)).slice(1, -1)}]` : `['${step}']`;
}
