/** How node types look and in which order they are offered. A type brings its icon and category from the server. */

import type { NodeTypeInfo } from "@/api/types";

export type Category = NodeTypeInfo["category"];

/** Categories in the order of the palette: what people reach for first. */
export const CATEGORIES: readonly Category[] = ["ai", "tools", "logic", "data", "input", "output"];

type NodeLook = {
  icon: string;
  /** Colours are `--fl-cat-<category>` and `--fl-cat-<category>-tint`. */
  category: Category;
};

const UNKNOWN: NodeLook = { icon: "help-circle", category: "output" };

/** How a node type looks; types that this server does not know have a question mark. */
export function nodeLook(type: NodeTypeInfo | undefined): NodeLook {
  return type ? { icon: type.icon, category: type.category } : UNKNOWN;
}

/** Types in the order of the palette. */
export function inPaletteOrder(types: readonly NodeTypeInfo[]): NodeTypeInfo[] {
  const rank = (type: NodeTypeInfo) => CATEGORIES.indexOf(type.category);
  return [...types].sort((a, b) => rank(a) - rank(b));
}
