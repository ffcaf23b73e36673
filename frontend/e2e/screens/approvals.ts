/** Approvals: on their own screen, beside a run, and in the dock. */

import type { Locator, Page } from "@playwright/test";

export class Approvals {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto("/approvals");
  }

  /** The way there in the rail; its name counts what is open. */
  get link(): Locator {
    return this.page.getByRole("navigation").getByRole("link", { name: /^Approvals/ });
  }

  get heading(): Locator {
    return this.page.getByRole("heading", { name: "Approvals", level: 1 });
  }

  card(node: string): Locator {
    return this.page.getByRole("article", { name: node });
  }

  async decide(node: string, decision: string): Promise<void> {
    await this.card(node).getByRole("button", { name: decision, exact: true }).click();
  }
}
