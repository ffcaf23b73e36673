/** Settings → Model providers. */

import { expect, type Locator, type Page } from "@playwright/test";

export type ProviderEntry = { preset: string; name: string; baseUrl: string; key: string; model: string };

export class ProvidersScreen {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto("/settings/providers");
  }

  row(name: string): Locator {
    return this.page.getByRole("listitem").filter({ hasText: name });
  }

  async add(entry: ProviderEntry): Promise<void> {
    await this.page.getByRole("button", { name: "Add provider" }).click();
    const dialog = this.page.getByRole("dialog", { name: "Add provider" });
    await dialog
      .getByRole("button", { name: new RegExp(`^${entry.preset}`) })
      .first()
      .click();
    await dialog.getByRole("textbox", { name: "Name" }).fill(entry.name);
    await dialog.getByRole("textbox", { name: "Base URL" }).fill(entry.baseUrl);
    await dialog.getByRole("textbox", { name: "API key" }).fill(entry.key);
    const model = dialog.getByRole("combobox", { name: "Default model" });
    await model.fill(entry.model);
    // Leaving the field folds its list away.
    await model.press("Tab");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog).toBeHidden();
  }

  /** Calls the service and waits for what it said. */
  async test(name: string): Promise<Locator> {
    await this.row(name).getByRole("button", { name: "Test", exact: true }).click();
    return this.row(name).getByRole("status");
  }
}
