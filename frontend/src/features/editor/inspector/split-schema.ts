/** Cuts a config schema into the parts that the panel's tabs show. Pure. */

import type { JsonSchema } from "@/api/types";
import { type FormSchema, fieldsOf } from "@/document/form-schema";

export type SchemaPart = "settings" | "tools";

const TOOL_WIDGETS = new Set(["tools", "tool-choice"]);

function partOf(property: FormSchema): SchemaPart {
  return property["x-group"] === "tools" || TOOL_WIDGETS.has(String(property["x-widget"]))
    ? "tools"
    : "settings";
}

/** The schema with only the fields of one part; null when there are none. */
export function schemaPart(schema: JsonSchema, part: SchemaPart): JsonSchema | null {
  const chosen = Object.entries(fieldsOf(schema)).filter(([, property]) => partOf(property) === part);
  return chosen.length === 0 ? null : { ...schema, properties: Object.fromEntries(chosen) };
}
