import type { RunError } from "@/api/types";
import { currentLanguage } from "@/i18n";

/** The message of a run's or node's failure in the language of the interface. */
export function failureText({ message, translations }: RunError): string {
  return translations?.[currentLanguage()] || message;
}
