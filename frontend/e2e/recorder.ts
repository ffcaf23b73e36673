/** Remembers what an element showed while nobody looked: fast changes are seen without waiting for each. */

import type { Page } from "@playwright/test";

type Source = { selector: string; attribute?: string };

declare global {
  interface Window {
    recordings?: Record<string, string[]>;
  }
}

/** Starts to record; the function that it returns gives the different values so far, in order. */
export async function record(page: Page, name: string, source: Source): Promise<() => Promise<string[]>> {
  await page.evaluate(
    ({ key, selector, attribute }) => {
      const seen: string[] = [];
      window.recordings = { ...window.recordings, [key]: seen };
      const look = () => {
        const elements = [...document.querySelectorAll(selector)];
        if (elements.length === 0) return;
        const value = elements
          .map((element) => (attribute ? element.getAttribute(attribute) : element.textContent) ?? "")
          .join("\n");
        if (value !== seen.at(-1)) seen.push(value);
      };
      new MutationObserver(look).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
      look();
    },
    { key: name, ...source },
  );
  return () => page.evaluate((key) => window.recordings?.[key] ?? [], name);
}
