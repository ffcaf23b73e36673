/** Waits for what a change of a page has caused to be on the screen. */

import type { Page } from "@playwright/test";

/** Observers of sizes report in the next frame, and what they cause is drawn in the one after it. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
