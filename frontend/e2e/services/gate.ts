/** An HTTP service on loopback that a tool calls: it counts the calls and answers when the story lets it. */

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export class Gate {
  #server: Server;
  #opened: () => void = () => {};
  #open: Promise<void> = Promise.resolve();
  /** Number of requests received. */
  calls = 0;
  /** Path and query of the newest one. */
  lastPath = "";

  private constructor() {
    this.#server = createServer(async (request, response) => {
      this.calls += 1;
      this.lastPath = request.url ?? "";
      await this.#open;
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ answer: "through the gate", call: this.calls }));
    });
  }

  static async start(): Promise<Gate> {
    const gate = new Gate();
    gate.#server.listen(0, "127.0.0.1");
    await once(gate.#server, "listening");
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Lets requests wait from now on. */
  close(): void {
    this.#open = new Promise((resolve) => {
      this.#opened = resolve;
    });
  }

  /** Answers those who wait, and everybody who comes later. */
  open(): void {
    this.#opened();
    this.#open = Promise.resolve();
  }

  async stop(): Promise<void> {
    this.open();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
