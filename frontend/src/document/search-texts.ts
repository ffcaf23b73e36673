/** Finding and replacing in all texts of a workflow. Pure; linear in the length of the texts. */

import type { Json } from "@/api/types";
import { takenNames, uniqueName } from "./naming";
import { applyOperations, configChange } from "./operations";
import { nodeReferences, renameOperations } from "./references";
import { expanded, literalPattern, type Match, matchesIn, type Search } from "./search-pattern";
import { type Text, textsIn } from "./texts";
import type { GraphDocument, GraphOperation, NodeTypeIndex } from "./types";

export type Hit = Text & Match;
export type Found = { hits: Hit[]; isCut: boolean };

const MAX_HITS = 1_000;
const WORD = /[\p{L}\p{N}_]/u;

export const NOTHING: Found = { hits: [], isCut: false };

/** Hits of a plain search; expressions run elsewhere, see `pattern-worker.ts`. */
export function findHits(document: GraphDocument, types: NodeTypeIndex, search: Search): Found {
  if (search.query === "" || search.isExpression) return NOTHING;
  const pattern = literalPattern(search);
  return hitsOf(document, types, search, (text) => matchesIn(text, pattern));
}

/**
 * Matches in the texts, as hits.
 *
 * @param matches those of the text at an index of `textsIn`, in order.
 */
export function hitsOf(
  document: GraphDocument,
  types: NodeTypeIndex,
  { wholeWord }: Search,
  matches: (text: string, at: number) => Iterable<Match>,
): Found {
  const hits: Hit[] = [];
  const names = takenNames(document);
  for (const [at, place] of [...textsIn(document, types)].entries()) {
    for (const match of outsideReferences(place, matches(place.text, at), names)) {
      if (wholeWord && !isWord(place.text, match.start, match.end)) continue;
      if (hits.length === MAX_HITS) return { hits, isCut: true };
      hits.push({ ...place, ...match });
    }
  }
  return { hits, isCut: false };
}

/** References to nodes are left out: fields show them as chips, and they follow when a node gets another name. */
function* outsideReferences(
  { path, text }: Text,
  matches: Iterable<Match>,
  names: ReadonlySet<string>,
): Generator<Match> {
  let references: ReturnType<typeof nodeReferences> | null = null;
  let next = 0;
  for (const match of matches) {
    references ??= path[0] === "config" ? nodeReferences(text, names) : [];
    while ((references[next]?.end ?? text.length + 1) <= match.start) next += 1;
    if ((references[next]?.start ?? text.length) >= match.end) yield match;
  }
}

function isWord(text: string, start: number, end: number): boolean {
  const before = [...text.slice(Math.max(start - 2, 0), start)].at(-1) ?? "";
  const [after = ""] = text.slice(end, end + 2);
  return !WORD.test(before) && !WORD.test(after);
}

/** Replace hits in one step, with `$1` for an expression's groups; hits with a changed text are skipped. */
export function replaceOperations(
  document: GraphDocument,
  types: NodeTypeIndex,
  hits: readonly Hit[],
  replacement: string,
): GraphOperation[] {
  const now = new Map(textsIn(document, types).map((text) => [placeOf(text), text]));
  const found = new Map<string, { text: Text; hits: Hit[] }>();
  for (const hit of hits) {
    const text = now.get(placeOf(hit));
    if (text?.text !== hit.text) continue;
    const known = found.get(placeOf(hit)) ?? { text, hits: [] };
    known.hits.push(hit);
    found.set(placeOf(hit), known);
  }
  let state = document;
  const operations: GraphOperation[] = [];
  const apply = (step: readonly GraphOperation[]) => {
    state = applyOperations(state, step).document;
    operations.push(...step);
  };
  for (const { text, hits: inside } of found.values()) {
    const node = state.nodes[text.node];
    if (text.path[0] === "name" || !node) continue;
    const config = Object.fromEntries(
      Object.entries(node.config).map(([name, value]) =>
        name === text.path[1]
          ? [name, put(value, text.path.slice(2), replaced(inside, replacement))]
          : [name, value],
      ),
    );
    const change = configChange(node.key, node.config, config);
    if (change) apply([change]);
  }
  // Names come last: the texts that refer to them follow.
  for (const { text, hits: inside } of found.values()) {
    const name = replaced(inside, replacement).trim();
    if (text.path[0] !== "name" || name === "" || name === text.text) continue;
    apply(renameOperations(state, types, text.node, uniqueName(name, takenNames(state))));
  }
  return operations;
}

const placeOf = ({ node, path }: Text) => JSON.stringify([node, ...path]);

function replaced(hits: readonly Hit[], replacement: string): string {
  const text = hits[0]?.text ?? "";
  const starts = [0, ...hits.map(({ end }) => end)];
  return starts
    .map((start, at) => {
      const hit = hits[at];
      return text.slice(start, hit?.start) + (hit ? expanded(replacement, text, hit) : "");
    })
    .join("");
}

function put(value: Json, path: readonly (string | number)[], text: string): Json {
  const [step, ...rest] = path;
  if (step === undefined) return text;
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? put(item, rest, text) : item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === step ? put(item, rest, text) : item]),
  );
}
