/** The dock below the canvas: trace, output, problems. */

import type { Locator, Page } from "@playwright/test";
import { timelineRows } from "./timeline";

export class Dock {
  readonly root: Locator;

  constructor(private readonly page: Page) {
    this.root = page.getByRole("region", { name: "Run details" });
  }

  async show(tab: "Trace" | "Output" | "Runs" | "Problems"): Promise<void> {
    await this.root.getByRole("tab", { name: tab }).click();
  }

  /** The rows of the timeline. */
  get trace(): Locator {
    return timelineRows(this.root);
  }

  /** Opens the list of problems from the count in the top bar. */
  async openProblems(): Promise<void> {
    await this.page.getByRole("button", { name: /^\d+ problems?$/ }).click();
  }

  problem(text: string | RegExp): Locator {
    return this.root.getByRole("button", { name: text });
  }
}
