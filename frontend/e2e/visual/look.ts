/** A look at one screen in several variants: whole, in place, in one language and usable. */

import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./accessible";
import {
  expectInOneLanguage,
  expectNoCardCovered,
  expectNoOverflow,
  expectNoTextOnEnd,
  expectNothingCutOff,
  expectNothingOverlaps,
  expectPlainWords,
} from "./checks";
import { expectEverythingInReach } from "./reach";
import { applyVariant, FLAT_PX, VARIANTS, type Variant, ZOOMED } from "./variants";

/** Pictures of every look, for docs/screens.md; otherwise of those where something is wrong. */
const TAKES_PICTURES = Boolean(process.env.PICTURES);

/** `subject` must not get lost on the way. */
type Options = { subject?: Locator; variants?: readonly Variant[] };

export async function look(page: Page, screen: string, options: Options = {}): Promise<void> {
  const { subject, variants = VARIANTS } = options;
  // A canvas that was shown zoomed in has its nodes elsewhere.
  const hasCanvas = (await page.locator(".react-flow").count()) > 0;
  for (const variant of variants) {
    const { viewport, colorScheme, language, isRuled } = variant;
    if (hasCanvas && viewport === ZOOMED) continue;
    await applyVariant(page, variant);
    const name = `${viewport.width}-${colorScheme}-${language}-${screen}`;
    const before = test.info().errors.length;
    await test.step(name, async () => {
      // In one column the panel of a node is the whole screen.
      if (viewport.width > FLAT_PX) await expectNoCardCovered(page);
      // Folded groups of a node's form wait until they are opened.
      if (!hasCanvas) await expect(page.locator("[class*=Skeleton]")).toHaveCount(0);
      if (subject) await expect(subject).toBeVisible();
      // What the mouse rests on has a tooltip.
      await page.mouse.move(0, 0);
      await expectNoOverflow(page);
      await expectNothingOverlaps(page);
      await expectNothingCutOff(page);
      await expectNoTextOnEnd(page);
      await expectEverythingInReach(page);
      if (language === "zh") await expectInOneLanguage(page);
      await expectPlainWords(page);
      if (isRuled) await expectAccessible(page);
    });
    if (TAKES_PICTURES || test.info().errors.length > before)
      await page.screenshot({ path: `test-results/visual/${name}.png`, animations: "disabled" });
  }
}
