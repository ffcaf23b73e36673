/** The audit log in the settings. */

import type { Download, Locator, Page } from "@playwright/test";

export class AuditLog {
  readonly rows: Locator;
  readonly check: Locator;

  constructor(private readonly page: Page) {
    this.rows = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.locator("[aria-expanded]") });
    this.check = page.getByRole("button", { name: "Check integrity" });
  }

  /** Opens it from the settings. */
  async open(): Promise<void> {
    await this.page.goto("/settings");
    await this.page.getByRole("link", { name: "Audit log", exact: true }).click();
    await this.check.waitFor();
  }

  /** Sets one field of the filter and closes it. */
  async filter(field: "Tool" | "Person" | "Decision", value: string): Promise<void> {
    await this.page.getByRole("button", { name: "Filters", exact: true }).click();
    const input = this.page.getByRole("combobox", { name: field, exact: true });
    await input.fill(value);
    await this.page.getByRole("option", { name: value, exact: true }).click();
    await this.page.getByRole("button", { name: `Remove filter: ${field}: ${value}` }).waitFor();
    await this.page.keyboard.press("Escape");
  }

  /** Opens an entry in place. */
  async openEntry(row: Locator): Promise<void> {
    await row.locator("button[aria-expanded=false]").click();
  }

  async export(): Promise<Download> {
    const download = this.page.waitForEvent("download");
    await this.page.getByRole("link", { name: "Export CSV" }).click();
    return download;
  }
}
