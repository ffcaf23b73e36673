import type { Language } from "@/i18n";

/** Each language in its own words: one must find it without knowing the other. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", zh: "简体中文" };
