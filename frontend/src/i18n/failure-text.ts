import type { RunError } from "@/api/types";
import { currentLanguage } from "@/i18n";

/** What a run or node says about its failure; events carry other languages beside the English one. */
export function failureText(error: RunError): string {
  const translated = error.details?.[`message_${currentLanguage()}`];
  return typeof translated === "string" ? translated : error.message;
}
