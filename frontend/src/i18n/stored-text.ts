import type { RunError } from "@/api/types";
import { currentLanguage } from "@/i18n";

type StoredMessage = Pick<RunError, "message" | "translations">;

/** What a run, node or tool call has stored for people, in the language of the interface. */
export function storedText({ message, translations }: StoredMessage): string {
  return translations?.[currentLanguage()] || message;
}
