/** Texts that are data until they are shown: of the server in each language, or of ours by their key. */

import i18next from "i18next";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { LocalText } from "@/api/types";
import { currentLanguage } from "@/i18n";

/** A string is what people or services wrote: the same in each language. */
export type Message =
  | LocalText
  | { key: string; values?: Readonly<Record<string, string | number>> }
  | string;

/** Returns a function that shows texts in the language of the interface. */
export function useLocalText(): (text: Message) => string {
  const { language } = useTranslation().i18n;
  return useCallback((text) => localText(text, language), [language]);
}

export const isLocalText = (value: unknown): value is LocalText =>
  typeof value === "object" && value !== null && "en" in value;

/** In a language that the server has no text in, English is shown. */
export function localText(text: Message, language: string = currentLanguage()): string {
  if (typeof text === "string") return text;
  if (isLocalText(text)) return text[language] || text.en;
  return i18next.t(text.key, { ...text.values, lng: language });
}
