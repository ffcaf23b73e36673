/** The references in a template: where they are, and how they are shown. Pure. */

import { parseReference, type ReferencePath } from "@/document/reference-path";

export type Reference = {
  from: number;
  to: number;
  /** Text between the braces, without filters. */
  text: string;
  /** Without filters and line breaks: it can be shown as one unit. */
  isPlain: boolean;
};

/** Nodes by key, and the fields of the start. */
export type Known = {
  nodeNames: ReadonlyMap<string, string>;
  inputs: ReadonlySet<string>;
  /** Label of the trigger's data; absent without triggers. */
  triggerName?: string;
  /** Names of the variables of the installation. */
  environment: ReadonlySet<string>;
};

const REFERENCE = /\{\{-?([^{}|]*)(\|[^{}]*)?\}\}/g;

/** Every `{{ reference }}` of a template, in order. */
export function referencesIn(template: string): Reference[] {
  return [...template.matchAll(REFERENCE)].flatMap(({ index, 0: whole, 1: inner = "", 2: filters }) => {
    const text = inner.trim().replace(/(?<!\s)\s*-$/, "");
    if (text === "") return [];
    return [
      {
        from: index,
        to: index + whole.length,
        text,
        isPlain: filters === undefined && !inner.includes("\n"),
      },
    ];
  });
}

/** A path in words: `nodes.fetch.title` becomes `Fetch page › title` when the node's name is known. */
export function readable(path: ReferencePath, { nodeNames, triggerName }: Known): string {
  const [root, ...steps] = path;
  const [first, ...fields] = steps;
  if (first === undefined) return String(root);
  if (root === "inputs") return steps.join(".");
  if (root === "trigger" && triggerName) return `${triggerName} › ${steps.join(".")}`;
  if (root !== "nodes") return path.join(".");
  const name = nodeNames.get(String(first)) ?? String(first);
  return fields.length === 0 ? name : `${name} › ${fields.join(".")}`;
}

/** True if a path leads to a known value, or if nothing is known. */
export function isKnown([root, first]: ReferencePath, known: Known): boolean {
  const { nodeNames, inputs, triggerName, environment } = known;
  if (nodeNames.size === 0 && inputs.size === 0) return true;
  if (root === "inputs") return first === undefined || inputs.has(String(first)) || inputs.size === 0;
  if (root === "trigger" && triggerName) return true;
  if (root === "env" && environment.has(String(first))) return true;
  // Runs and people may have kept more than the nodes of this draft name.
  if (first !== undefined && (root === "vars" || root === "conversation")) return true;
  const node = root === "nodes" ? first : root;
  if (node === undefined) return false;
  return nodeNames.has(String(node)) || [...nodeNames.values()].includes(String(node));
}

/** The path of a reference that can be shown as one unit: filters and computations stay text, to be read. */
export function unitPath({ text, isPlain }: Reference): ReferencePath | null {
  return isPlain ? parseReference(text) : null;
}
