/** Detects changes made by typing in the form of a node. */

import type { NodeDoc } from "@/api/types";
import { isEqualJson } from "@/lib/equal-json";
import { frameLook } from "./frames";
import type { GraphDocument } from "./types";

type Nodes = GraphDocument["nodes"];

let newest: { before: Nodes; after: Nodes; key: string; isTyped: boolean } | null = null;

/**
 * True if only the settings of one node changed.
 *
 * The canvas and the form of a node ask the same with each key, so the newest answer is cached.
 */
export function isTypedChange(before: Nodes, after: Nodes, key: string): boolean {
  if (newest?.before !== before || newest.after !== after || newest.key !== key)
    newest = { before, after, key, isTyped: differsInSettings(before, after, key) };
  return newest.isTyped;
}

function differsInSettings(before: Nodes, after: Nodes, typed: string): boolean {
  const keys = Object.keys(after);
  if (keys.length !== Object.keys(before).length) return false;
  return keys.every((key) => {
    const [one, other] = [before[key], after[key]];
    return one === other || (key === typed && one && other && isSameButTyped(one, other));
  });
}

function isSameButTyped(one: NodeDoc, other: NodeDoc): boolean {
  const { config: _one, ...before } = one;
  const { config: _other, ...after } = other;
  return isEqualJson(before, after) && isEqualJson(frameLook(one), frameLook(other));
}
