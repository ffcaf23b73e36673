/** References in a config, with their positions. Pure, linear in the length of the texts. */

import type { Json, NodeDoc } from "@/api/types";
import { parseReference, type ReferencePath } from "./reference-path";

export type FoundReference = {
  /** As it is written: `{{ nodes.fetch.title | upcase }}`. */
  text: string;
  /** Meaning, with the key of the node: `["nodes", "fetch", "title"]` or `["inputs", "topic"]`. */
  path: ReferencePath;
  /** True if the text is nothing but the value: no filter, no computation. */
  isPlain: boolean;
  /** Dotted name of the field, empty where one text is read. */
  field: string;
};

/** Longer texts are read up to here. */
const LONGEST = 200_000;
const MOST = 200;
const TAG = /\{\{-?(.*?)-?(?:\}\}|$)|\{%-?(.*?)-?(?:%\}|$)/gs;
/** A word and the steps behind it; which of them mean something is looked up. */
const PATH =
  /(?<![\p{L}\p{N}_.\]"'])\p{Nd}*[\p{L}_][\p{L}\p{N}_-]*(?:\.\p{Nd}*[\p{L}_][\p{L}\p{N}_-]*|\[(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|-?\d{1,9})\])*/gu;

type Nodes = readonly NodeDoc[];

/** The references of a config, each value of a field once. */
export function referencesOf(config: Json, nodes: Nodes, field = ""): FoundReference[] {
  const found = new Map<string, FoundReference>();
  collect(config, field, (text, at) => {
    for (const reference of foundReferences(text, nodes, at)) {
      const id = JSON.stringify([at, reference.path]);
      if (!found.has(id) && found.size < MOST) found.set(id, reference);
    }
  });
  return [...found.values()];
}

/** The references of one text: those in its tags, or of an expression when it has none. */
export function foundReferences(text: string, nodes: Nodes, field = ""): FoundReference[] {
  const start = text.slice(0, LONGEST);
  const tags = [...start.matchAll(TAG)];
  if (tags.length === 0) return pathsIn(start, nodes, field, true);
  return tags.flatMap(([whole, output, logic]) => {
    const plain = output === undefined ? null : resolved(parseReference(output), nodes);
    if (plain) return [{ text: whole, path: plain, isPlain: true, field }];
    return pathsIn(output ?? logic ?? "", nodes, field, false).map((found) => ({ ...found, text: whole }));
  });
}

/** Meaning of a reference by node key or name; null if it has none. */
function resolved(path: ReferencePath | null, nodes: Nodes): ReferencePath | null {
  if (path === null) return null;
  const [root, ...steps] = path;
  if (root === "inputs") return path;
  const byKey = (word: unknown) => nodes.find(({ key }) => key === word)?.key;
  const byName = (word: unknown) => nodes.find(({ name }) => name === word)?.key;
  if (root === "nodes") {
    const key = byKey(steps[0]) ?? byName(steps[0]);
    return key === undefined ? null : ["nodes", key, ...steps.slice(1)];
  }
  const key = byName(root) ?? byKey(root);
  return key === undefined ? null : ["nodes", key, ...steps];
}

function pathsIn(text: string, nodes: Nodes, field: string, isExpression: boolean): FoundReference[] {
  return [...text.matchAll(PATH)].flatMap(([written]) => {
    // In an expression, and in a plain text, only these two words begin a reference.
    if (isExpression && !/^(?:nodes|inputs)[.[]/.test(written)) return [];
    const path = resolved(parseReference(written), nodes);
    return path ? [{ text: written, path, isPlain: false, field }] : [];
  });
}

function collect(value: Json, field: string, read: (text: string, field: string) => void): void {
  if (typeof value === "string") read(value, field);
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value))
    collect(inner, field === "" ? name : `${field}.${name}`, read);
}
