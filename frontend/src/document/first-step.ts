/** The first step of a workflow, and the name that the workflow gets with it. Pure. */

import * as limits from "@/api/limits.gen";
import type { NodeTypeInfo } from "@/api/types";
import type { GraphDocument, NodeDoc, NodeTypeIndex } from "./types";

/** Roles of nodes that a workflow may begin with; the start comes by itself. */
const STEPS: ReadonlySet<NodeTypeInfo["role"]> = new Set(["step", "trigger", "container"]);

export const isStep = ({ role }: NodeTypeInfo): boolean => STEPS.has(role);

/** Return the first node that does something, or null while there is none. */
export function firstStep({ nodes, order }: GraphDocument, types: NodeTypeIndex): NodeDoc | null {
  const key = order.find((one) => {
    const type = types[nodes[one]?.type ?? ""];
    return type !== undefined && isStep(type);
  });
  return nodes[key ?? ""] ?? null;
}

/** Return a name from typed words, or null: a single word is a search, and the step's own name says more. */
export function nameFromWords(words: string): string | null {
  const name = words.trim().replace(/\s+/g, " ").slice(0, limits.WorkflowPatch.name).trim();
  if (!/\S \S|\p{Script=Han}{4}/u.test(name)) return null;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
