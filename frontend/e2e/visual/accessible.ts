/** Automated accessibility checks of a page by WCAG 2.2, A and AA. */

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** "best-practice" adds landmarks and the order of headings. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** People choose the scale and the part of the canvas; what is small or half covered there is also in menus and on keys. */
const SCALED = { rule: "target-size", inside: ".react-flow__viewport, .fl-selection-bar" };

/** A menu or a list is drawn at the end of the page, in no landmark; people come to it from its button, as to a dialog. */
const RAISED = { rule: "region", inside: "[data-portal]" };

export async function expectAccessible(page: Page): Promise<void> {
  // Rows out of view keep the colors of the theme before until they are drawn.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important; }");
    document.adoptedStyleSheets.push(sheet);
  });
  // Colors that are on their way from one scheme to the other are nobody's.
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().map((each) => (each instanceof CSSTransition ? each.finished : null)),
    ),
  );
  const loaded = await Promise.all(page.frames().map((frame) => frame.evaluate(() => "axe" in window)));
  const { violations } = await new AxeBuilder({
    page,
    // The rules stay in the document: loading them again for each look would take as long as checking them.
    axeSource: loaded.every(Boolean) ? "0" : undefined,
  })
    // The usual way opens a tab of its own for the report, which the pages of one session would hear of.
    .setLegacyMode()
    // Describing what passes takes longer than finding what does not.
    .options({ resultTypes: ["violations"] })
    .withTags(RULES)
    .analyze();
  const found: string[] = [];
  for (const { id, help, nodes } of violations) {
    for (const { html, target, any } of nodes) {
      const element = page.locator(String(target.at(-1)));
      const isMeant = [SCALED, RAISED].map(
        async ({ rule, inside }) =>
          id === rule &&
          (await page.locator(inside).and(element).or(page.locator(inside).locator(element)).count()) > 0,
      );
      if ((await Promise.all(isMeant)).some(Boolean)) continue;
      found.push(`${id}: ${any[0]?.message ?? help} ${html.slice(0, 160)}`);
    }
  }
  expect.soft(found, "what keeps people from using the page").toEqual([]);
}
