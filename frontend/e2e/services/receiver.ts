/** An HTTP service on loopback that keeps what it is sent, and answers each request with the same JSON. */

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { JsonObject } from "../../src/api/types";

type Received = { path: string; body: JsonObject };

export class Receiver {
  readonly received: Received[] = [];
  #server: Server;

  private constructor(answer: JsonObject) {
    this.#server = createServer(async (request, response) => {
      const sent = await text(request);
      const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
      const body: JsonObject = isForm ? Object.fromEntries(new URLSearchParams(sent)) : JSON.parse(sent);
      this.received.push({ path: request.url ?? "", body });
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(answer));
    });
  }

  static async start(answer: JsonObject = {}): Promise<Receiver> {
    const receiver = new Receiver(answer);
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
