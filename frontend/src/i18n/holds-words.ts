import type { LocalText } from "@/api/types";

/** Whether each word that was typed is in one of the texts, in whatever language. */
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
