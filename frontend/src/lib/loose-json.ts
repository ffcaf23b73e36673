import type { Json } from "@/api/types";

/** What a text field shows for any value: words as they are, everything else as JSON. */
export function shownValue(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" && !isJson(value) ? value : JSON.stringify(value);
}

/** The value that a text stands for: JSON when it is that, else the words themselves. The inverse of `shownValue`. */
export function readValue(text: string): Json {
  return isJson(text) ? (JSON.parse(text) as Json) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
