/** Appearance and order of node types. Icon and category come from the server. */

import type { NodeDoc, NodeTypeInfo } from "@/api/types";
import { nodeToolOf } from "@/document/config";
import type { SummaryLookups } from "@/document/summary";
import { serviceIcon } from "@/lib/service-logos";

export type Category = NodeTypeInfo["category"];

/** Categories in the order of the palette: what people reach for first. */
export const CATEGORIES: readonly Category[] = ["trigger", "ai", "tools", "logic", "data", "input", "output"];

/** Colours are `--fl-cat-<tint>` and `--fl-cat-<tint>-tint`. */
export type Tint = Category | "messages" | "publishing" | "code";
type NodeLook = { icon: string; category: Tint };

/** Kinds of tools that do not look like the others. */
const TOOL_TINTS: Readonly<Record<string, Tint>> = {
  agent: "ai",
  code: "code",
  data: "data",
  kb: "data",
  messages: "messages",
  publishing: "publishing",
  system: "output",
  workflow: "logic",
};

const UNKNOWN: NodeLook = { icon: "help-circle", category: "output" };

export function toolTint(kind: string): Tint {
  return TOOL_TINTS[kind] ?? "tools";
}

/** Appearance of a node: of its tool or service, else of its type; unknown types have a question mark. */
export function nodeLook(
  type: NodeTypeInfo | undefined,
  node?: NodeDoc,
  tools?: SummaryLookups["tools"],
): NodeLook {
  const tool = type?.id === "tool" ? tools?.[nodeToolOf(node?.config.tool)?.type ?? ""] : undefined;
  if (tool) return { icon: tool.icon, category: toolTint(tool.category) };
  // Whose chat a bot is in, or who sends the requests of a webhook.
  const service = node?.config.service ?? node?.config.sender;
  if (type?.category === "trigger" && typeof service === "string")
    return { icon: serviceIcon(service, type.icon), category: type.category };
  return type ? { icon: type.icon, category: type.category } : UNKNOWN;
}

/** Types in the order of the palette. */
export function inPaletteOrder(types: readonly NodeTypeInfo[]): NodeTypeInfo[] {
  const rank = (type: NodeTypeInfo) => CATEGORIES.indexOf(type.category);
  return [...types].sort((a, b) => rank(a) - rank(b));
}
