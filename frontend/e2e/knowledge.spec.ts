/** A document is uploaded, indexed and found. */

import { expect, test } from "./story";

test("a knowledge base is made, and a document in it is found", { tag: "@smoke" }, async ({ page }) => {
  await page.goto("/knowledge");
  await page.getByRole("button", { name: "New knowledge base" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New knowledge base" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Timetables");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Timetables", level: 1 })).toBeVisible();

  await page.locator("input[type=file]").setInputFiles({
    name: "buses.md",
    mimeType: "text/markdown",
    buffer: Buffer.from("# Buses\n\nLine twelve leaves the station at six in the morning."),
  });
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Test search" }).click();
  await page.getByRole("textbox", { name: "Question" }).fill("When does line twelve leave the station?");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const found = page.getByRole("region", { name: "Keyword" });
  await expect(found.getByRole("listitem").first()).toContainText("six in the morning");
});
