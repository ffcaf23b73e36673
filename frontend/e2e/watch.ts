/** Listens to the browser while a story runs: what nobody expected is a fault, and a fault fails the test. */

import type { BrowserContext } from "@playwright/test";

export class Watch {
  #allowed: RegExp[] = [];
  #faults: string[] = [];

  constructor(private readonly home: string) {}

  /** A story that breaks something on purpose says what the browser will complain about. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  follow(context: BrowserContext): void {
    context.on("console", (message) => {
      if (["warning", "error"].includes(message.type()))
        this.#note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.#note(`page error: ${error.error().stack ?? error.error()}`));
    context.on("response", (response) => {
      if (response.status() >= 500) this.#note(`${response.status()} from ${response.url()}`);
    });
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith("http") && url.origin !== this.home)
        this.#note(`request to another host: ${url}`);
    });
  }

  get faults(): readonly string[] {
    return this.#faults;
  }

  #note(fault: string): void {
    if (!this.#allowed.some((pattern) => pattern.test(fault))) this.#faults.push(fault);
  }
}
