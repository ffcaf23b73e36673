/** The language of the product is chosen once, and stays. */

import { expect, test } from "./story";

test("the language is changed on the spot, and kept", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/settings/appearance");
  await page.getByRole("radiogroup", { name: "Language" }).getByText("简体中文").click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await expect(page.getByRole("radiogroup", { name: "语言" })).toBeVisible();
  await page.goto("/workflows");
  await expect(page.getByRole("heading", { level: 1, name: "工作流" })).toBeVisible();
  await page.goto("/settings/appearance");
  await page.getByRole("radiogroup", { name: "语言" }).getByText("English").click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});
