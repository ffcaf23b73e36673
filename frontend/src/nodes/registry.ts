/** Special presentation of node types. An ordinary type needs no entry: its icon and category come from the server. */

import type { NodeTypeInfo } from "@/api/types";

export type Category = NodeTypeInfo["category"];

/** Categories in the order of the palette: what people reach for first. */
export const CATEGORIES: readonly Category[] = ["ai", "tools", "logic", "data", "input", "output"];

export type NodeLook = {
  icon: string;
  /** Colours are `--fl-cat-<category>` and `--fl-cat-<category>-tint`. */
  category: Category;
};

/** Types whose look differs from what the server says. */
const SPECIAL: Readonly<Record<string, Partial<NodeLook>>> = {};

const UNKNOWN: NodeLook = { icon: "help-circle", category: "output" };

/** How a node type looks; types that this server does not know have a question mark. */
export function nodeLook(type: NodeTypeInfo | undefined): NodeLook {
  if (!type) return UNKNOWN;
  return { icon: type.icon, category: type.category, ...SPECIAL[type.id] };
}

/** Types in the order of the palette. */
export function inPaletteOrder(types: readonly NodeTypeInfo[]): NodeTypeInfo[] {
  const rank = (type: NodeTypeInfo) => CATEGORIES.indexOf(type.category);
  return [...types].sort((a, b) => rank(a) - rank(b));
}
