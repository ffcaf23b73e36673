/** Running: the button, the form of the run's inputs, and the state of the run. */

import { expect, type Locator, type Page } from "@playwright/test";
import type { Run } from "../../src/api/types";

export type RunStatus = "Queued" | "Running" | "Succeeded" | "Failed" | "Cancelled";

export class RunBar {
  readonly form: Locator;
  readonly status: Locator;

  constructor(private readonly page: Page) {
    this.form = page.getByRole("form", { name: "Run inputs" });
    this.status = page.getByRole("status").filter({ has: page.locator("a[href^='/runs/']") });
  }

  get #button(): Locator {
    return this.page.getByRole("button", { name: "Run", exact: true }).first();
  }

  /** Starts a run with the inputs as they are proposed, if any are asked for; returns its id. */
  async run(): Promise<string> {
    const answer = this.page.waitForResponse(
      (response) => response.request().method() === "POST" && /\/runs\/$/.test(response.url()),
    );
    await this.#button.click();
    const asked = this.form.waitFor().then(() => true);
    // Nobody waits any more for a form that does not come.
    asked.catch(() => {});
    if (await Promise.race([asked, answer.then(() => false)])) {
      await this.form.getByRole("button", { name: "Run" }).click();
    }
    await expect(this.form).toBeHidden();
    return ((await (await answer).json()) as Run).id;
  }

  async expectReady(): Promise<void> {
    await expect(this.#button).toBeEnabled();
  }

  async expectStatus(status: RunStatus): Promise<void> {
    await expect(this.status).toContainText(status);
  }

  /** Puts a finished run away. */
  async clear(): Promise<void> {
    await this.status.getByRole("button", { name: "Clear the run from the canvas" }).click();
    await expect(this.status).toBeHidden();
  }
}
