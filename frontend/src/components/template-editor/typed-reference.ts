/** A reference that is being typed or put in: where it begins, and the change that completes it. Pure. */

import {
  parseReference,
  type ReferenceLanguage,
  type ReferencePath,
  writePath,
  writeReference,
} from "@/document/reference-path";

/** Replace the text from `from`; `query` is the search text. */
export type Typed = { from: number; query: string };

type Change = { from: number; to: number; insert: string };

/** No reference is longer; a line may be. */
export const LONGEST = 1000;
const OPENED = /\{\{-?([^{}|\n]*)$/;
const SLASH = /(?:^|\s)(\/[\p{L}\p{N}_.]*)$/u;
const WORDS = /(?<!\p{Nd})\p{Nd}*[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]*|\[(?:"[^"]*"|'[^']*'|\d+)\])*$/u;
export const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const REST_OF_WORDS = /^(?:[\p{L}\p{N}_.]|\[(?:"[^"\n]*"|'[^'\n]*'|\d+)\])*/u;
const HALF_PATH = /^[\p{L}\p{N}_.\s-]*$/u;

/** The reference that ends where `line` ends; `line` is what is before the caret. */
export function typedReference(line: string, language: ReferenceLanguage): Typed | null {
  const cut = Math.max(line.length - LONGEST, 0);
  const near = line.slice(cut);
  const opened = OPENED.exec(near);
  if (opened) return { from: cut + opened.index, query: opened[1]?.trim() ?? "" };
  if (language === "expression") {
    const words = /["']/.test(near.replace(STRINGS, "")) ? null : WORDS.exec(near);
    return words && { from: cut + words.index, query: words[0] };
  }
  const slash = language === "template" ? SLASH.exec(near)?.[1] : undefined;
  return slash === undefined ? null : { from: line.length - slash.length, query: slash.slice(1) };
}

/** Reference text for a position: in JSON it is a string, which may have to be begun. */
export function referenceAt(
  text: string,
  at: number,
  path: ReferencePath,
  language: ReferenceLanguage,
): string {
  const written = writeReference(path, language);
  return language === "json" && !isInJsonText(text, at) ? `"${written}"` : written;
}

/** True if a position of a JSON document is inside a string, which never spans lines. */
export function isInJsonText(document: string, at: number): boolean {
  const line = document.slice(document.lastIndexOf("\n", at - 1) + 1, at);
  return line.replace(/\\./g, "").split('"').length % 2 === 0;
}

/** Writes a reference over what is typed of it up to `at`; uses closing braces and filters that are there already. */
export function completing(
  text: string,
  { from }: Typed,
  at: number,
  path: ReferencePath,
  language: ReferenceLanguage,
): Change {
  const insert = referenceAt(text, from, path, language);
  const behind = text.slice(at, at + LONGEST);
  const rest = REST_OF_WORDS.exec(behind)?.[0].length ?? 0;
  if (!text.startsWith("{{", from)) return { from, to: language === "expression" ? at + rest : at, insert };
  const end = /^([^{}|\n]*)(\}\}|\|(?=[^{}\n]*\}\}))/.exec(behind);
  const inside = `${text.slice(from + 2, at)}${end?.[1] ?? ""}`;
  if (!end || !(HALF_PATH.test(inside) || parseReference(inside))) return { from, to: at + rest, insert };
  if (end[2] === "}}") return { from, to: at + end[0].length, insert };
  return { from, to: at + (end[1] ?? "").length, insert: `{{ ${writePath(path, language)} ` };
}
