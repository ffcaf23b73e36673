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

  /** Opens the form of a new provider and fills it in. */
  async fill(entry: ProviderEntry): Promise<void> {
    await this.page.getByRole("button", { name: "Add provider" }).click();
    await this.form
      .getByRole("button", { name: new RegExp(`^${entry.preset}`) })
      .first()
      .click();
    await this.form.getByRole("textbox", { name: "Name" }).fill(entry.name);
    await this.form.getByRole("textbox", { name: "Base URL" }).fill(entry.baseUrl);
    await this.type(entry.key);
    const model = this.form.getByRole("combobox", { name: "Default model" });
    await model.fill(entry.model);
    // Leaving the field folds its list away.
    await model.press("Tab");
  }

  async type(key: string): Promise<void> {
    await this.form.getByRole("textbox", { name: "API key" }).fill(key);
  }

  /** Asks the service with what is typed. */
  async try(): Promise<Locator> {
    await this.form.getByRole("button", { name: "Try", exact: true }).click();
    return this.form.getByRole("status");
  }

  async create(): Promise<void> {
    await this.form.getByRole("button", { name: "Create" }).click();
    await expect(this.form).toBeHidden();
  }

  private get form(): Locator {
    return this.page.getByRole("dialog", { name: "Add provider" });
  }

  /** Calls the service and waits for how it went. */
  async test(name: string): Promise<Locator> {
    await this.row(name).getByRole("button", { name: "Test", exact: true }).click();
    return this.row(name).getByRole("status");
  }
}
