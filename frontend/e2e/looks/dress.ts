/** The same screen at another width and in the other theme, without leaving it. */

import { expect, type Page } from "@playwright/test";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
];
const THEMES = ["light", "dark"] as const;

export type Dress = { viewport: { width: number; height: number }; colorScheme: "light" | "dark" };

/** Neighbours differ in one thing. */
export const DRESSES: readonly Dress[] = SIZES.flatMap((viewport) =>
  THEMES.map((colorScheme) => ({ viewport, colorScheme })),
);

/** Puts a page into a dress and returns when it wears it. */
export async function dress(page: Page, { viewport, colorScheme }: Dress): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const root = page.locator("html");
  if (new URL(page.url()).pathname.startsWith("/admin/")) {
    // The administrator's panel looks at the theme when it is loaded.
    await page.reload();
    await expect(root).toContainClass(colorScheme === "dark" ? "dark" : "");
  } else await expect(root).toHaveAttribute("data-mantine-color-scheme", colorScheme);
  await settled(page);
}

/** Observers of sizes tell in the next frame, and what they cause is drawn in the one after it. */
function settled(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
