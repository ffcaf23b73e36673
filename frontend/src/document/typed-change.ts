/** Whether a document became another one by what was entered in the forms of its nodes. */

import type { NodeDoc } from "@/api/types";
import { isEqualJson } from "@/lib/equal-json";
import { frameLook } from "./frames";
import type { GraphDocument } from "./types";

type Nodes = GraphDocument["nodes"];

let newest: { before: Nodes; after: Nodes; isTyped: boolean } = { before: {}, after: {}, isTyped: true };

/**
 * Whether the nodes are the same at the same places with the same sizes, but for their settings.
 *
 * The canvas and the form of a node ask the same with each key, so the newest answer is kept.
 */
export function isTypedChange(before: Nodes, after: Nodes): boolean {
  if (before !== newest.before || after !== newest.after)
    newest = { before, after, isTyped: differOnlyInSettings(before, after) };
  return newest.isTyped;
}

function differOnlyInSettings(before: Nodes, after: Nodes): boolean {
  const keys = Object.keys(after);
  if (keys.length !== Object.keys(before).length) return false;
  return keys.every((key) => {
    const [one, other] = [before[key], after[key]];
    return one === other || (one !== undefined && other !== undefined && isSameButTyped(one, other));
  });
}

function isSameButTyped(one: NodeDoc, other: NodeDoc): boolean {
  const { config: _one, ...before } = one;
  const { config: _other, ...after } = other;
  return isEqualJson(before, after) && isEqualJson(frameLook(one), frameLook(other));
}
