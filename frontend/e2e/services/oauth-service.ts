/** oidc-provider as a service that people have accounts at: one app, and whoever signs in. */

import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { freePort } from "../product";

export const APP = { client_id: "planted-app", client_secret: "planted-secret-9d" };

/** Resources released by the test. */
type Issued = { destroy: () => Promise<void>; grantId?: string | undefined };

export class OauthService implements AsyncDisposable {
  #server: Server;
  #provider: Provider;
  #issued: Issued[] = [];
  refreshes = 0;

  private constructor(
    readonly url: string,
    provider: Provider,
    server: Server,
  ) {
    this.#provider = provider;
    this.#server = server;
    provider.on("access_token.saved", (token) => this.#issued.push(token));
    provider.on("refresh_token.consumed", () => {
      this.refreshes += 1;
    });
  }

  static async start(callback: string): Promise<OauthService> {
    const url = `http://127.0.0.1:${await freePort()}`;
    const provider = new Provider(url, {
      clients: [
        {
          ...APP,
          redirect_uris: [callback],
          grant_types: [
            "authorization_code",
            "refresh_token",
            "urn:ietf:params:oauth:grant-type:device_code",
          ],
          token_endpoint_auth_method: "client_secret_post",
        },
      ],
      features: { devInteractions: { enabled: true }, deviceFlow: { enabled: true } },
      pkce: { required: () => true },
      rotateRefreshToken: true,
      issueRefreshToken: () => true,
      ttl: { AccessToken: 3600, RefreshToken: 3600, Interaction: 600, Session: 600, Grant: 3600 },
      cookies: { keys: ["planted"] },
      findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    });
    const server = provider.listen(Number(new URL(url).port), "127.0.0.1");
    await once(server, "listening");
    return new OauthService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, provider, server);
  }

  /** No token is good any more, before its time. */
  async endAccess(): Promise<void> {
    await Promise.all(this.#issued.map((token) => token.destroy()));
  }

  /** The person takes the consent back at the service. */
  async revoke(): Promise<void> {
    await this.endAccess();
    for (const { grantId } of this.#issued) {
      if (grantId) await (await this.#provider.Grant.find(grantId))?.destroy();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
