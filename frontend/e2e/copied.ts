import { expect, type Locator } from "@playwright/test";

/**
 * What a button copies, as it is; the clipboard of a headless browser is not to be relied on.
 *
 * It is pressed again where a press was lost, as in a dialog that scrolls: what was copied before would be taken for it.
 */
export async function copied(button: Locator): Promise<string> {
  const page = button.page();
  await page.evaluate(() => {
    Reflect.deleteProperty(window, "copied");
    navigator.clipboard.writeText = async (text) => {
      Object.assign(window, { copied: text });
    };
  });
  await expect(async () => {
    await button.click();
    expect(await page.evaluate(() => Reflect.has(window, "copied"))).toBe(true);
  }).toPass();
  return page.evaluate(() => String(Reflect.get(window, "copied")));
}
