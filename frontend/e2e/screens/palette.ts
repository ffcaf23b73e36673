/** The drawer of node types. */

import type { Locator, Page } from "@playwright/test";

export class Palette {
  readonly drawer: Locator;

  constructor(private readonly page: Page) {
    this.drawer = page.getByRole("complementary", { name: "Nodes" });
  }

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: "Show or hide nodes" }).click();
  }

  /** Drags a node type onto the canvas; `at` is measured from the canvas' upper left corner. */
  async dragToCanvas(type: string, at: { x: number; y: number }): Promise<void> {
    const entry = this.drawer.getByRole("button", { name: new RegExp(`^${type} `) });
    await entry.dragTo(this.page.getByRole("region", { name: "Canvas" }), { targetPosition: at });
  }
}
