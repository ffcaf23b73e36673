import type { Locator } from "@playwright/test";

/** What a button copies, as it is; the clipboard of a headless browser is not to be relied on. */
export async function copied(button: Locator): Promise<string> {
  const page = button.page();
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      Object.assign(window, { copied: text });
    };
  });
  await button.click();
  return page.evaluate(() => String(Reflect.get(window, "copied")));
}
