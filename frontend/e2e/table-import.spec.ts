/** A table from a file, and from rows of a spreadsheet: previewed, changed, stored, and what does not fit is listed. */

import { expect, test } from "./story";

const FILE = "Name;Code;Seats\nAnn;007;2\nBen;008;1\nEve;009;many\n";

test("a file becomes a table, and three pasted columns stay three", async ({ page }) => {
  const dialog = page.getByRole("dialog");
  const cell = (text: string) => page.getByRole("grid").getByRole("gridcell", { name: text, exact: true });

  await test.step("the preview has found the separator and the types, which a person changes", async () => {
    await page.goto("/tables");
    await page.getByRole("button", { name: "From a file" }).first().click();
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Choose a file" }).click();
    await (await chooser).setFiles({ name: "Guests.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
    await expect(dialog.getByRole("cell", { name: "007" })).toBeVisible();
    await expect(dialog.getByRole("combobox", { name: "Separator" })).toHaveValue("Semicolon");
    await expect(dialog.getByRole("combobox", { name: "Type of Code" })).toHaveValue("Text");
    await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Guests");
    await dialog.getByRole("combobox", { name: "Type of Seats" }).click();
    await page.getByRole("option", { name: "Number", exact: true }).click();
  });

  await test.step("the cell that does not fit is listed, the others are stored", async () => {
    await dialog.getByRole("button", { name: "Import 3 rows" }).click();
    const row = dialog.getByRole("row").filter({ hasText: "many" });
    await expect(row.getByRole("cell").first()).toHaveText("4");
    await expect(row.getByRole("cell", { name: "Seats", exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(page.getByRole("heading", { name: "Guests" })).toBeVisible();
    await expect(cell("007")).toBeVisible();
    await expect(page.getByText("3 rows", { exact: true })).toBeVisible();
  });

  await test.step("pasted rows that are wider than the table are previewed, on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("grid").focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "Flo\t010\t4\tRome\nGus\t011\t5\tOslo");
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await expect(dialog.getByRole("combobox", { name: "column_4 goes to" })).toHaveValue("New column");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await dialog.getByRole("button", { name: "Import 2 rows" }).click();
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(cell("Rome")).toBeVisible();
    await expect(page.getByText("5 rows", { exact: true })).toBeVisible();
  });
});
