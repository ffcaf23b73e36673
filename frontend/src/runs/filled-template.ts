/** Maps parts of a filled-in text to the references of its template. Pure. */

import type { Json, NodeDoc } from "@/api/types";
import { foundReferences } from "@/document/found-references";
import type { ReferencePath } from "@/document/reference-path";

/** A part of the text; `path` is the value that it came from. */
export type FilledPart = { at: number; text: string; path: ReferencePath | null };

const TAG = /\{\{.*?(?:\}\}|$)|\{%.*?(?:%\}|$)/gs;
/** Longer texts are shown without marks. */
const LONGEST = 200_000;
const MOST_TAGS = 500;

/**
 * Cut a text that a template gave.
 *
 * The words between the tags are looked for in their order; where a value is known, it must stand at its place. Null when
 * that does not work out: the template decides with `{% if %}`, or the values have changed since.
 */
export function filledParts(
  template: string,
  filled: string,
  nodes: readonly NodeDoc[],
  lookUp: (path: ReferencePath) => Json | undefined,
): FilledPart[] | null {
  const tags = [...template.matchAll(TAG)];
  if (filled.length > LONGEST || tags.length > MOST_TAGS) return null;
  if (tags.some(([tag]) => tag.startsWith("{%"))) return null;
  const parts: FilledPart[] = [];
  const add = (text: string, path: ReferencePath | null) => {
    if (text !== "") parts.push({ at: at - text.length, text, path });
  };
  let at = 0;
  let read = 0;
  for (const [index, tag] of tags.entries()) {
    const written = template.slice(read, tag.index);
    // The space around a prompt may have been cut off.
    const words = index > 0 || filled.startsWith(written) ? written : written.trimStart();
    if (!filled.startsWith(words, at)) return null;
    at += words.length;
    add(words, null);
    read = tag.index + tag[0].length;
    const next = template.slice(read, tags[index + 1]?.index);
    const [reference] = foundReferences(tag[0], nodes);
    const known = reference?.isPlain ? asText(lookUp(reference.path)) : null;
    const end =
      known !== null && filled.startsWith(known, at)
        ? at + known.length
        : endOf(filled, at, next, tags.length === index + 1);
    if (end < at) return null;
    const text = filled.slice(at, end);
    at = end;
    add(text, reference?.path ?? null);
  }
  const rest = filled.slice(at);
  at = filled.length;
  add(rest, null);
  return parts;
}

/** Start of the words after a tag; -1 if absent. */
function endOf(filled: string, at: number, next: string, isLast: boolean): number {
  if (isLast) {
    const words = next.trimEnd();
    if (words === "") return filled.length;
    return filled.indexOf(words, at);
  }
  // Two values side by side: nothing tells where the first one ends.
  return next === "" ? -1 : filled.indexOf(next, at);
}

/** A value as a template writes it. */
function asText(value: Json | undefined): string | null {
  if (value === undefined) return null;
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}
