/** Session events while pages are open: any call or socket may find that it has ended. */

class Signal {
  readonly #listeners = new Set<() => void>();

  emit(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Returns how to stop listening. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** The server answered that nobody is signed in. */
export const sessionEnded = new Signal();
/** The server refused a connection, because this person has too many open. */
export const connectionRefused = new Signal();
/** The same person signed in again; whatever waited may go on. */
export const sessionResumed = new Signal();
