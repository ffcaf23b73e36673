/**
 * Effort of a task, counted alike before and after a change.
 *
 * A click, a command key, the text of one field and a drag are one action each; a double click is two. Moving the
 * pointer, scrolling, reading and waiting are none. A dead end is a step that had to be undone or had no effect.
 */
export class Actions {
  count = 0;
  #begun = performance.now();

  async act(action: Promise<unknown>): Promise<void> {
    this.count += 1;
    await action;
  }

  /** Since the task began, the product's own waiting included. */
  get seconds(): number {
    return (performance.now() - this.#begun) / 1_000;
  }
}
