/** Using a page by its keys alone, as somebody does who has no mouse. */

import { expect, type Locator, type Page } from "@playwright/test";

/** More stops than any screen has. */
const MOST_STOPS = 150;

/** Presses Tab until a control has the focus; each control on the way shows that it has it. */
export async function tabTo(page: Page, control: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await control.evaluate((element) => element.contains(document.activeElement))) return;
    await page.keyboard.press(key);
    await expectFocusShown(page);
  }
  throw new Error("Tab does not come to it");
}

/** Something is drawn around what has the focus, and it is on the screen. */
async function expectFocusShown(page: Page): Promise<void> {
  const hidden = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return "";
    /** A switch or a radio button is a hidden field; what is drawn is beside it. A field of a group has the frame around it, a node inside. */
    const drawn = [
      focused,
      focused.firstElementChild,
      focused.nextElementSibling,
      focused.parentElement,
      ...((focused as HTMLInputElement).labels ?? []),
    ];
    const isOutlined = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
    const isShown =
      drawn.some((element) => element && isOutlined(getComputedStyle(element))) ||
      // A link that covers a card has the frame of the card around it.
      isOutlined(getComputedStyle(focused, "::after"));
    const { top, bottom, left, right } = focused.getBoundingClientRect();
    const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    return isShown && isInside ? "" : focused.outerHTML.slice(0, 200);
  });
  expect.soft(hidden, "a control that does not show that it has the focus").toBe("");
}
