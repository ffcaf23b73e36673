/** The page of one run. */

import type { Locator, Page } from "@playwright/test";
import { Canvas } from "./canvas";
import { ToolCallList } from "./tool-calls";

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

  /** The steps; list items of the detail beside them are not among them. */
  get trace(): Locator {
    return this.page.locator("ol > li");
  }

  get toolCalls(): ToolCallList {
    return new ToolCallList(this.page.locator("ol"));
  }
}
