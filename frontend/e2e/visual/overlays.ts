/** Overlays and standalone pages: accessible in both themes, and reachable in the smallest window. */

import { type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expectNoOverflow, expectNoTextOnEnd, expectNothingCutOff } from "./checks";
import { expectEverythingInReach } from "./reach";
import { applyVariant, REFLOWED, WIDE, ZOOMED } from "./variants";

export async function lookAt(page: Page, what: string): Promise<void> {
  // What needs both dimensions, as a graph does, need not fit one column (WCAG 1.4.10).
  const hasCanvas = (await page.locator(".react-flow").count()) > 0;
  for (const [viewport, colorScheme] of [
    [WIDE, "dark"],
    [hasCanvas ? ZOOMED : REFLOWED, "dark"],
    [WIDE, "light"],
  ] as const) {
    await applyVariant(page, { viewport, colorScheme, language: "en" });
    await test.step(`${what}, ${viewport.width} ${colorScheme}`, async () => {
      await expectNoOverflow(page);
      await expectNothingCutOff(page);
      await expectNoTextOnEnd(page);
      await expectEverythingInReach(page);
      if (viewport === WIDE) await expectAccessible(page);
    });
  }
}
