/** The parts of a template that refer to values: where they stand and how they are written. Pure. */

export type Reference = { from: number; to: number; path: string };

const REFERENCE = /\{\{-?\s*([^{}|]+?)\s*(?:\|[^{}]*)?-?\}\}/g;
const NODE_BY_NAME = /^nodes\["([^"]+)"\]\.?/;

/** Finds every `{{ reference }}` in a template. */
export function referencesIn(template: string): Reference[] {
  return [...template.matchAll(REFERENCE)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    path: (match[1] ?? "").trim(),
  }));
}

/** Writes a reference the way templates want it. */
export const toReference = (path: string): string => `{{ ${path} }}`;

/** A reference in words: `nodes.fetch.title` becomes `Fetch page › title` when the node's name is known. */
export function readable(path: string, nodeNames: ReadonlyMap<string, string>): string {
  const byName = NODE_BY_NAME.exec(path);
  if (byName?.[1]) return [byName[1], path.slice(byName[0].length)].filter(Boolean).join(" › ");
  const [root, key, ...rest] = path.split(".");
  if (root === "nodes" && key) return [nodeNames.get(key) ?? key, rest.join(".")].filter(Boolean).join(" › ");
  if (root === "inputs" && key) return [key, ...rest].join(".");
  return path;
}

/** Says whether a reference leads to something that exists here; where nothing is known, anything may exist. */
export function isKnown(
  path: string,
  nodeNames: ReadonlyMap<string, string>,
  inputs: ReadonlySet<string>,
): boolean {
  if (nodeNames.size === 0 && inputs.size === 0) return true;
  const byName = NODE_BY_NAME.exec(path);
  const names = new Set(nodeNames.values());
  if (byName?.[1]) return names.has(byName[1]) || nodeNames.has(byName[1]);
  const [root, key] = path.split(".");
  if (root === "nodes") return key !== undefined && nodeNames.has(key);
  if (root === "inputs") return key === undefined || inputs.has(key) || inputs.size === 0;
  return root !== undefined && names.has(root);
}
