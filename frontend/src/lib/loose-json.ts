import type { Json } from "@/api/types";

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

/** Null for what is no JSON, and for what is nested so deep that it could not be written again. */
function parsed(text: string): { value: Json } | null {
  try {
    const value = JSON.parse(text) as Json;
    JSON.stringify(value);
    return { value };
  } catch {
    return null;
  }
}
