/** The same screen at another width, in the other theme and in the other language, without leaving it. */

import { expect, type Page } from "@playwright/test";
import { drawn } from "../drawn";

export const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
/** The usual window at 200 % and at 400 % zoom. */
export const ZOOMED = { width: 720, height: 450 };
export const REFLOWED = { width: 320, height: 256 };
/** Up to this width pages are single columns, and the rail is a bar at the bottom. */
export const FLAT_PX = 760;
const TAGS = { en: "en", zh: "zh-Hans" } as const;

export type Variant = {
  viewport: { width: number; height: number };
  colorScheme: "light" | "dark";
  language: keyof typeof TAGS;
  /** Rules of accessibility are checked: both themes and a phone cover them, other widths and languages add little. */
  isRuled?: boolean;
};

/** All of them; neighbours differ in one thing. */
export const VARIANTS: readonly Variant[] = [
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

/** The everyday gate's: each width, theme and language at least once. */
export const EVERYDAY_VARIANTS: readonly Variant[] = [
  { viewport: WIDE, colorScheme: "light", language: "en", isRuled: true },
  { viewport: NARROW, colorScheme: "dark", language: "zh" },
  { viewport: PHONE, colorScheme: "light", language: "zh", isRuled: true },
];

/** Changes a page on the spot, and returns once it is drawn. */
export async function applyVariant(page: Page, { viewport, colorScheme, language }: Variant): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const url = new URL(page.url());
  if (url.pathname.startsWith("/admin/")) await applyToPanel(page, { colorScheme, language });
  else await applyToApp(page, { colorScheme, language });
  await drawn(page);
}

type Look = Pick<Variant, "colorScheme" | "language">;

/** The app follows the theme of the system, and the language that was chosen in another tab. */
async function applyToApp(page: Page, { colorScheme, language }: Look): Promise<void> {
  await page.evaluate(
    ([scheme, chosen, tag]) => {
      const key = "flowloom-language";
      localStorage.setItem(key, chosen);
      window.dispatchEvent(new StorageEvent("storage", { key }));
      const root = document.documentElement;
      const isApplied = () => root.dataset.mantineColorScheme === scheme && root.lang === tag;
      // Asks in each frame; an assertion would ask again a tenth of a second later.
      return new Promise<void>((resolve) => {
        const ask = () => (isApplied() ? resolve() : requestAnimationFrame(ask));
        ask();
      });
    },
    [colorScheme, language, TAGS[language]] as const,
  );
}

/** The administrator's panel asks for both when it is loaded. */
async function applyToPanel(page: Page, { colorScheme, language }: Look): Promise<void> {
  const root = page.locator("html");
  const isDark = colorScheme === "dark";
  const tag = TAGS[language].toLowerCase();
  const current = await root.evaluate((element) => ({
    lang: element.getAttribute("lang"),
    isDark: element.classList.contains("dark"),
  }));
  if (current.lang === tag && current.isDark === isDark) return;
  const url = new URL("/admin/", page.url()).href;
  await page.context().addCookies([{ name: "django_language", value: tag, url }]);
  await page.reload();
  await expect(root).toHaveAttribute("lang", tag);
  await expect.poll(() => root.evaluate(({ classList }) => classList.contains("dark"))).toBe(isDark);
}
