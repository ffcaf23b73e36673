import type { RunError } from "@/api/types";
import { currentLanguage } from "@/i18n";

/** What a run or node says about its failure; events carry the Chinese sentence beside the English one. */
export function failureText(error: RunError): string {
  const chinese = error.details?.message_zh;
  return currentLanguage() === "zh" && typeof chinese === "string" ? chinese : error.message;
}
