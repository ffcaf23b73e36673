import type { JsonObject } from "@/api/types";
import { parseJson } from "@/lib/parse-json";

/** The object that a text holds as JSON; null when it is no JSON, or something else than an object. */
export function readJsonObject(text: string): JsonObject | null {
  try {
    const value: unknown = parseJson(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : null;
  } catch {
    return null;
  }
}
