/** Cuts a config schema into the parts that the panel's tabs show. Pure. */

import type { JsonSchema } from "@/api/types";

export type SchemaPart = "settings" | "tools";

const TOOL_WIDGETS = new Set(["tools", "tool-choice"]);

function partOf(property: JsonSchema): SchemaPart {
  return property["x-group"] === "tools" || TOOL_WIDGETS.has(String(property["x-widget"]))
    ? "tools"
    : "settings";
}

/** The schema with only the fields of one part; null when there are none. */
export function schemaPart(schema: JsonSchema, part: SchemaPart): JsonSchema | null {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const chosen = Object.entries(properties).filter(([, property]) => partOf(property) === part);
  return chosen.length === 0 ? null : { ...schema, properties: Object.fromEntries(chosen) };
}
