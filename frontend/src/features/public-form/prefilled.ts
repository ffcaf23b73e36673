/** Values that the address of a form brings: `?topic=looms&count=3`. What does not fit its field is left out. Pure. */

import type { Json, JsonObject } from "@/api/types";
import type { StartField } from "@/components/run-inputs/start-fields";

export function prefilled(fields: readonly StartField[], query: URLSearchParams): JsonObject {
  const found = fields.flatMap((field) => {
    const text = query.get(field.name);
    const value = text === null ? undefined : readValue(field, text);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(found);
}

function readValue({ kind, options }: StartField, text: string): Json | undefined {
  switch (kind) {
    case "text":
    case "paragraph":
    case "date":
    case "email":
      return text;
    case "select":
      return options.includes(text) ? text : undefined;
    case "boolean":
      return ["true", "1"].includes(text) ? true : ["false", "0"].includes(text) ? false : undefined;
    case "number":
    case "integer":
    case "rating":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;
    default:
      return undefined;
  }
}
