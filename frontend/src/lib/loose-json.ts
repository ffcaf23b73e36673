import type { Json } from "@/api/types";
import { parseJson } from "@/lib/parse-json";

/** What a text field shows for any value: words as they are, everything else as JSON. */
export function shownValue(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" && parsed(value) === null ? value : JSON.stringify(value);
}

/** The value that a text stands for: JSON when it is that, else the words themselves. The inverse of `shownValue`. */
export function readValue(text: string): Json {
  const json = parsed(text);
  return json === null ? text : json.value;
}

/** Null for what is no JSON, or nested too deeply. */
function parsed(text: string): { value: Json } | null {
  try {
    return { value: parseJson(text) };
  } catch {
    return null;
  }
}
