/** The same screen at another width, in the other theme and in the other language, without leaving it. */

import { expect, type Page } from "@playwright/test";
import { drawn } from "../drawn";

export const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
/** What is left of the usual window at 200 % and at 400 % zoom. */
export const ZOOMED = { width: 720, height: 450 };
export const REFLOWED = { width: 320, height: 256 };
/** Up to this width pages are single columns, and the rail is a bar at the bottom. */
export const FLAT_PX = 760;
const TAGS = { en: "en", zh: "zh-Hans" } as const;

export type Appearance = {
  viewport: { width: number; height: number };
  colorScheme: "light" | "dark";
  language: keyof typeof TAGS;
  /** Rules of accessibility hold in this dress: both themes and a phone cover them, other widths and languages add little. */
  isRuled?: boolean;
};

/** All of them; neighbours differ in one thing. */
export const DRESSES: readonly Appearance[] = [
  { viewport: WIDE, colorScheme: "light", language: "en", isRuled: true },
  { viewport: NARROW, colorScheme: "light", language: "en" },
  { viewport: NARROW, colorScheme: "dark", language: "en" },
  { viewport: WIDE, colorScheme: "dark", language: "en" },
  { viewport: WIDE, colorScheme: "dark", language: "zh", isRuled: true },
  { viewport: NARROW, colorScheme: "dark", language: "zh" },
  { viewport: NARROW, colorScheme: "light", language: "zh" },
  { viewport: WIDE, colorScheme: "light", language: "zh" },
  { viewport: ZOOMED, colorScheme: "light", language: "zh" },
  { viewport: ZOOMED, colorScheme: "light", language: "en" },
  { viewport: PHONE, colorScheme: "light", language: "en", isRuled: true },
  { viewport: PHONE, colorScheme: "light", language: "zh" },
  { viewport: PHONE, colorScheme: "dark", language: "en" },
];

/** Puts a page into a dress and returns when it wears it. */
export async function dress(page: Page, { viewport, colorScheme, language }: Appearance): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const url = new URL(page.url());
  if (url.pathname.startsWith("/admin/")) await dressPanel(page, { colorScheme, language });
  else await dressApp(page, { colorScheme, language });
  await drawn(page);
}

type Look = Pick<Appearance, "colorScheme" | "language">;

/** The app follows the theme of the system, and the language that was chosen in another tab. */
async function dressApp(page: Page, { colorScheme, language }: Look): Promise<void> {
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-mantine-color-scheme", colorScheme);
  await page.evaluate((chosen) => {
    const key = "flowloom-language";
    localStorage.setItem(key, chosen);
    window.dispatchEvent(new StorageEvent("storage", { key }));
  }, language);
  await expect(root).toHaveAttribute("lang", TAGS[language]);
}

/** The administrator's panel asks for both when it is loaded. */
async function dressPanel(page: Page, { colorScheme, language }: Look): Promise<void> {
  const root = page.locator("html");
  const isDark = colorScheme === "dark";
  const tag = TAGS[language].toLowerCase();
  const worn = await root.evaluate((element) => ({
    lang: element.getAttribute("lang"),
    isDark: element.classList.contains("dark"),
  }));
  if (worn.lang === tag && worn.isDark === isDark) return;
  const url = new URL("/admin/", page.url()).href;
  await page.context().addCookies([{ name: "django_language", value: tag, url }]);
  await page.reload();
  await expect(root).toHaveAttribute("lang", tag);
  await expect.poll(() => root.evaluate(({ classList }) => classList.contains("dark"))).toBe(isDark);
}
