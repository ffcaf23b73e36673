/**
 * Interface language: selection, texts, and switching.
 *
 * Each folder beside this module is a language, found by its files: `language.json` (its own name, and its tag for the
 * `lang` attribute and the Accept-Language header), one file of texts for each part of the interface, named after its
 * namespace, and `index.ts`, which makes them one download. The texts of one language are loaded before the first
 * paint, so nothing on the screen is ever half translated.
 */

import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { browserStorage } from "@/lib/browser-storage";

/** The name of a language's folder. */
export type Language = string;

type Texts = { [key: string]: string | Texts };
const texts = import.meta.glob<Record<string, Texts>>("./*/index.ts", { import: "default" });
const described = import.meta.glob<{ name: string; tag: string }>("./*/language.json", {
  eager: true,
  import: "default",
});
const languages = new Map(
  Object.entries(described).map(([path, about]) => [path.split("/")[1] ?? "", about]),
);

export const LANGUAGES: readonly Language[] = [...languages.keys()];

/** Each language in its own words: one must find it without knowing the other. */
export const languageName = (language: Language): string => languages.get(language)?.name ?? language;
const tagOf = (language: Language): string => languages.get(language)?.tag ?? language;

const DEFAULT: Language = "en";
const STORAGE_KEY = "flowloom-language";

/** Set up i18next with the stored language, else the browser's, else English. */
export async function startI18n(language: Language = detectLanguage()): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: "common",
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    resources: {},
  });
  await changeLanguage(language);
  window.addEventListener("storage", followChoice);
}

/** Switch at once and remember the choice in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = tagOf(language);
  if (language === detectLanguage()) return;
  browserStorage.setItem(STORAGE_KEY, language);
  setPanelLanguage(language);
}

/** The administrator's panel is no part of this page; it reads Django's cookie, which is sent to nothing else. */
function setPanelLanguage(language: Language): void {
  const tag = tagOf(language).toLowerCase();
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers.
  document.cookie = `django_language=${tag}; path=/admin/; max-age=31536000; samesite=lax${secure}`;
}

/** The language was chosen in another tab, or in the administrator's panel. */
function followChoice({ key }: StorageEvent): void {
  const chosen = detectLanguage();
  if (key === STORAGE_KEY && chosen !== currentLanguage()) void changeLanguage(chosen);
}

export function currentLanguage(): Language {
  return i18next.language ?? DEFAULT;
}

function detectLanguage(): Language {
  const stored = browserStorage.getItem(STORAGE_KEY);
  if (stored !== null && languages.has(stored)) return stored;
  const wanted = navigator.languages.map((tag) => tag.split("-")[0]?.toLowerCase() ?? "");
  return wanted.find((language) => languages.has(language)) ?? DEFAULT;
}

async function loadTexts(language: Language): Promise<void> {
  const files = await texts[`./${language}/index.ts`]?.();
  for (const [path, part] of Object.entries(files ?? {})) {
    const namespace = path.slice("./".length, -".json".length);
    i18next.addResourceBundle(language, namespace, part, true, true);
  }
}
