/** The cards of tool calls, in the panel and in the trace. */

import { expect, type Locator } from "@playwright/test";

export class ToolCallList {
  constructor(private readonly within: Locator) {}

  /** The head of a call's card; its name starts with how the call went. */
  head(tool: string): Locator {
    return this.within.getByRole("button", { name: new RegExp(`^(Running|Succeeded|Failed) ${tool}\\b`) });
  }

  /** Opens the card and returns it with arguments and result. */
  async open(tool: string): Promise<Locator> {
    const head = this.head(tool);
    await head.click();
    await expect(head).toHaveAttribute("aria-expanded", "true");
    return head.locator("xpath=..");
  }
}
