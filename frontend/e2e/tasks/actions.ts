/**
 * Effort of a task, counted alike before and after a change.
 *
 * A click, a command key, the text of one field, a file that is chosen and a drag are one action each; a double click is
 * two. Moving the pointer, scrolling, reading and waiting are none. A step without a way in fails the task.
 */

import { expect, type Locator, type Page, test } from "@playwright/test";
import { FIGURES } from "./figures";

export class Actions {
  count = 0;
  #begun = performance.now();

  constructor(private readonly page: Page) {}

  async act(action: Promise<unknown>): Promise<void> {
    this.count += 1;
    await action;
  }

  click(target: Locator): Promise<void> {
    return this.act(target.click());
  }

  press(keys: string): Promise<void> {
    return this.act(this.page.keyboard.press(keys));
  }

  /** Types into the field that has the focus. */
  write(text: string): Promise<void> {
    return this.act(this.page.keyboard.type(text));
  }

  /** Puts text in by one paste, as an editor or a field takes it. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.press("Control+v");
  }

  chooseFile(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    return this.act(field.setInputFiles(file));
  }

  /** Compares the task with the stored figures; the seconds, in which the product's own waiting is, are only kept. */
  report(task: keyof typeof FIGURES): void {
    const seconds = ((performance.now() - this.#begun) / 1_000).toFixed(1);
    test.info().annotations.push({ type: task, description: `${this.count} actions, ${seconds} s` });
    expect(this.count, `actions of the task ${task}`).toBeLessThanOrEqual(FIGURES[task].today.actions);
  }
}
