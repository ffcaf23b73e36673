/** An HTTP service on loopback that keeps each request as it came, and answers that it has. */

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

export class EchoService implements AsyncDisposable {
  readonly received: Received[] = [];
  #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const { method = "", url = "", headers } = request;
      this.received.push({ method, path: url, headers, body: await text(request) });
      response.setHeader("Content-Type", "application/json");
      response.end('{"ok": true}');
    });
  }

  static async start(): Promise<EchoService> {
    const service = new EchoService();
    service.#server.listen(0, "127.0.0.1");
    await once(service.#server, "listening");
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
