/** Unique node keys, node names and edge ids. */

import { LONGEST_KEY, LONGEST_NAME } from "@/api/rules.gen";
import type { EdgeDoc, GraphDocument } from "./types";

/** Turn a base word into a key that is not taken: `fetch`, `fetch_2`, … */
export function uniqueKey(base: string, taken: ReadonlySet<string>): string {
  const stem = toKey(base);
  if (!taken.has(stem)) return stem;
  const root = stem.replace(/_\d+$/, "");
  return firstFree((number) => `${root.slice(0, LONGEST_KEY - 1 - String(number).length)}_${number}`, taken);
}

/** Turn a base name into one that is not taken: `AI`, `AI 2`, … */
export function uniqueName(base: string, taken: ReadonlySet<string>): string {
  const name = base.trim().slice(0, LONGEST_NAME) || "Node";
  if (!taken.has(name)) return name;
  const root = name.replace(/ \d+$/, "");
  return firstFree((number) => `${root.slice(0, LONGEST_NAME - 1 - String(number).length)} ${number}`, taken);
}

/** An edge id that says what it connects; unique among `taken`. */
export function uniqueEdgeId(edge: Omit<EdgeDoc, "id">, taken: ReadonlySet<string>): string {
  const stem = `${edge.source}.${edge.source_port}-${edge.target}.${edge.target_port}`;
  const base = stem.length <= 56 ? stem : `e-${hash(stem)}`;
  return taken.has(base) ? firstFree((number) => `${base}-${number}`, taken) : base;
}

export function takenKeys(document: GraphDocument): Set<string> {
  return new Set(document.order);
}

export function takenNames(document: GraphDocument): Set<string> {
  return new Set(Object.values(document.nodes).map((node) => node.name));
}

export function takenEdgeIds(document: GraphDocument): Set<string> {
  return new Set(Object.keys(document.edges));
}

function toKey(base: string): string {
  const word = base
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "_")
    .replace(/^_+|(?<!_)_+$/g, "")
    .slice(0, LONGEST_KEY);
  if (!word) return "node";
  // A number alone would be an index.
  return /[a-z_]/.test(word) ? word : `n_${word}`.slice(0, LONGEST_KEY);
}

function firstFree(candidate: (number: number) => string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(candidate(number))) number += 1;
  return candidate(number);
}

/** FNV-1a, 32 bits: short and stable, not for security. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value.toString(36);
}
