import type { Locator } from "@playwright/test";

/** Presses a button and returns what it copies; the clipboard of a headless browser is not to be relied on. */
export async function copied(button: Locator): Promise<string> {
  const page = button.page();
  await page.evaluate(() => {
    Reflect.deleteProperty(window, "copied");
    navigator.clipboard.writeText = async (text) => {
      Object.assign(window, { copied: text });
    };
  });
  await button.click();
  return page.evaluate(() => {
    const text = Reflect.get(window, "copied");
    if (typeof text !== "string") throw new Error("The press has copied nothing.");
    return text;
  });
}
