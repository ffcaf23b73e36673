/** The page of one run. */

import type { Locator, Page } from "@playwright/test";
import { Canvas } from "./canvas";
import { timelineRows } from "./timeline";

export class RunPage {
  constructor(private readonly page: Page) {}

  async open(run: string): Promise<void> {
    await this.page.goto(`/runs/${run}`);
  }

  /** Badge, marks and figures of the run. */
  get header(): Locator {
    return this.page.getByRole("main").locator("header").first();
  }

  get canvas(): Canvas {
    return new Canvas(this.page);
  }

  /** The rows of the timeline. */
  get trace(): Locator {
    return timelineRows(this.page.getByRole("main"));
  }
}
