/** Finding and replacing in all texts of a workflow. Pure; linear in the length of the texts. */

import type { Json } from "@/api/types";
import { takenNames, uniqueName } from "./naming";
import { applyOperations, configChange } from "./operations";
import { nodeReferences, renameOperations } from "./references";
import { type Text, textsIn } from "./texts";
import type { GraphDocument, GraphOperation, NodeTypeIndex } from "./types";

export type Search = { query: string; matchCase: boolean; wholeWord: boolean };
export type Hit = Text & { start: number; end: number };

const MAX_HITS = 1_000;
export const MAX_QUERY = 1_000;
const WORD = /[\p{L}\p{N}_]/u;

export function findHits(
  document: GraphDocument,
  types: NodeTypeIndex,
  search: Search,
): { hits: Hit[]; isCut: boolean } {
  const hits: Hit[] = [];
  if (search.query === "") return { hits, isCut: false };
  const names = takenNames(document);
  for (const text of textsIn(document, types)) {
    for (const hit of hitsIn(text, search, names)) {
      if (hits.length === MAX_HITS) return { hits, isCut: true };
      hits.push(hit);
    }
  }
  return { hits, isCut: false };
}

/** References to nodes are left out: fields show them as chips, and they follow when a node gets another name. */
function* hitsIn(
  place: Text,
  { query, matchCase, wholeWord }: Search,
  names: ReadonlySet<string>,
): Generator<Hit> {
  const { text } = place;
  // The query as it is written: no signs of it mean anything, so that there is nothing to go back for.
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), matchCase ? "gu" : "giu");
  const references = place.path[0] === "config" ? nodeReferences(text, names) : [];
  let next = 0;
  for (const match of text.matchAll(pattern)) {
    const [start, end] = [match.index, match.index + match[0].length];
    while ((references[next]?.end ?? text.length + 1) <= start) next += 1;
    if ((references[next]?.start ?? text.length) < end || (wholeWord && !isWord(text, start, end))) continue;
    yield { ...place, start, end };
  }
}

function isWord(text: string, start: number, end: number): boolean {
  const before = [...text.slice(Math.max(start - 2, 0), start)].at(-1) ?? "";
  const [after = ""] = text.slice(end, end + 2);
  return !WORD.test(before) && !WORD.test(after);
}

/** Put other words in the places of hits, in one step; hits whose text is another one by now are left out. */
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
    apply(renameOperations(state, text.node, uniqueName(name, takenNames(state))));
  }
  return operations;
}

const placeOf = ({ node, path }: Text) => JSON.stringify([node, ...path]);

function replaced(hits: readonly Hit[], replacement: string): string {
  const text = hits[0]?.text ?? "";
  const starts = [0, ...hits.map(({ end }) => end)];
  return starts.map((start, at) => text.slice(start, hits[at]?.start)).join(replacement);
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
