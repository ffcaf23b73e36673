/** The debug tab of the node panel. */

import type { Locator, Page } from "@playwright/test";
import type { JsonObject } from "../../src/api/types";
import { ToolCallList } from "./tool-calls";

export class DebugTab {
  readonly inputs: Locator;
  readonly outcome: Locator;

  constructor(private readonly page: Page) {
    this.inputs = page.getByRole("region", { name: "Input", exact: true });
    this.outcome = page.getByRole("region", { name: "Outcome" });
  }

  /** Types what an earlier node shall have given; for the start node these are the run's inputs. */
  async type(node: string, output: JsonObject): Promise<void> {
    await this.typeText(node, JSON.stringify(output));
  }

  async typeText(node: string, text: string): Promise<void> {
    // By keys: a selection that no key made is gone when the parser arrives.
    await this.inputs.getByRole("textbox", { name: `Output of ${node} to use` }).click();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
  }

  async useTools(mode: "Live tools" | "Tools in test mode"): Promise<void> {
    await this.page.getByText(mode, { exact: true }).click();
  }

  async run(): Promise<void> {
    await this.page.getByRole("button", { name: "Run this node" }).click();
  }

  get toolCalls(): ToolCallList {
    return new ToolCallList(this.outcome);
  }
}
