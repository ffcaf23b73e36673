/** A page of somebody else, on another host than the product's: what is pasted into it runs there. */

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export class OtherSite {
  #server: Server;
  /** The body of its page. */
  html = "";

  private constructor() {
    this.#server = createServer((_request, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(`<!doctype html><link rel="icon" href="data:,"><title>Shop</title>${this.html}`);
    });
  }

  static async start(): Promise<OtherSite> {
    const site = new OtherSite();
    site.#server.listen(0, "127.0.0.1");
    await once(site.#server, "listening");
    return site;
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
