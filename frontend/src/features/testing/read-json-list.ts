import type { JsonObject } from "@/api/types";
import { parseJson } from "@/lib/json";

/** The list that a text holds as JSON; null when it is no JSON, or something else. */
export function readJsonList(text: string): JsonObject[] | null {
  try {
    const value = parseJson(text);
    // What an entry lacks the server says.
    return Array.isArray(value) ? (value as JsonObject[]) : null;
  } catch {
    return null;
  }
}
