/** The list of workflows, and what it offers to somebody who has none. */

import type { Locator, Page } from "@playwright/test";

export class WorkflowListScreen {
  readonly title: Locator;
  readonly templates: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole("heading", { name: "Workflows", level: 1 });
    this.templates = page.getByRole("list", { name: "Templates" }).getByRole("button");
  }

  async open(): Promise<void> {
    await this.page.goto("/workflows");
  }

  /** A card of the list. */
  card(name: string): Locator {
    return this.page.getByRole("article").filter({ has: this.page.getByRole("link", { name, exact: true }) });
  }

  /** Makes a workflow from a template: in the list of a first visit directly, later in a dialog. */
  async startFrom(template: string): Promise<void> {
    // One of them is there as soon as the list is; the buttons above it are there before.
    await this.templates.first().or(this.page.getByRole("article").first()).waitFor();
    const first = this.templates.filter({ hasText: template });
    if (await first.isVisible()) return first.click();
    await this.page.getByRole("button", { name: "New workflow" }).click();
    const dialog = this.page.getByRole("dialog", { name: "New workflow" });
    await dialog.getByRole("button", { name: new RegExp(`^${template}`) }).click();
    await dialog.getByRole("button", { name: "Create" }).click();
  }
}
