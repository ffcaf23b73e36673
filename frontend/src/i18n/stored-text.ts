import type { RunError } from "@/api/types";
import { currentLanguage } from "@/i18n";

type StoredMessage = Pick<RunError, "message" | "translations">;

/** Stored text of a run, node or tool call, in the interface language. */
export function storedText({ message, translations }: StoredMessage): string {
  return translations?.[currentLanguage()] || message;
}
