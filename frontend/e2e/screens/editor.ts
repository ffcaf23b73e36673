/** The editor of one workflow, as the sum of its parts. */

import { expect, type Page } from "@playwright/test";
import { Canvas } from "./canvas";
import { Dock } from "./dock";
import { NodePanel } from "./node-panel";
import { Palette } from "./palette";
import { RunBar } from "./run-bar";

export class Editor {
  readonly canvas: Canvas;
  readonly palette: Palette;
  readonly panel: NodePanel;
  readonly dock: Dock;
  readonly runBar: RunBar;

  constructor(readonly page: Page) {
    this.canvas = new Canvas(page);
    this.palette = new Palette(page);
    this.panel = new NodePanel(page);
    this.dock = new Dock(page);
    this.runBar = new RunBar(page);
  }

  async open(workflow: string): Promise<void> {
    await this.page.goto(`/workflows/${workflow}`);
    await this.expectOpen();
  }

  async expectOpen(name?: string): Promise<void> {
    await expect(this.page.getByRole("textbox", { name: "Workflow name" })).toHaveValue(name ?? /./);
    await expect(this.canvas.cards.first()).toBeVisible();
  }

  async expectSaved(): Promise<void> {
    await expect(this.page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
  }

  /** The id of the workflow that is open. */
  get workflowId(): string {
    return new URL(this.page.url()).pathname.split("/").at(-1) ?? "";
  }
}
