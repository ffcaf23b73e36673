import type { LocalText } from "@/api/types";

/** True if each typed word is in one of the texts, in any language. */
export function holdsWords(texts: readonly LocalText[], typed: string): boolean {
  const all = texts
    .flatMap((text) => Object.values(text))
    .join(" ")
    .toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
