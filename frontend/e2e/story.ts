/**
 * Base of every story: the running product, a watched browser, and a signed-in administrator.
 *
 * Files on one stage share a product, in any order: each uses unique user names, and opens its data by the id or slug
 * from the server.
 */

import { test as base, expect, type Page, request } from "@playwright/test";
import { Api } from "./api";
import { Product, START_LIMIT_MS } from "./product";
import { Watch } from "./watch";

export const ADMINISTRATOR = { username: "linh", password: "warp and weft 7" };

type SignedIn = Awaited<ReturnType<Awaited<ReturnType<typeof request.newContext>>["storageState"]>>;

type Worker = {
  /** Product of a file: the shared one, or its own; the untouched one has no users. */
  stage: "shared" | "approvals" | "visual" | "pressed" | "services" | "untouched";
  /** Environment of the product, on a stage of its own. */
  env: Readonly<Record<string, string>>;
  product: Product;
  signedIn: SignedIn | undefined;
};
type Story = {
  watch: Watch;
  api: Api;
  /** A page in a browser of its own, in which nobody is signed in. */
  visitor: Page;
  serverLog: undefined;
};

/** A new session of a person who has an account. */
export async function sessionOf(product: Product, person: typeof ADMINISTRATOR): Promise<SignedIn> {
  const client = await request.newContext({ baseURL: product.url });
  await new Api(client).signIn(person);
  const state = await client.storageState();
  await client.dispose();
  return state;
}

export const test = base.extend<Story, Worker>({
  stage: ["shared", { scope: "worker", option: true }],
  env: [{}, { scope: "worker", option: true }],
  product: [
    async ({ stage, env }, use) => {
      const product = stage === "untouched" ? await Product.start() : await Product.startMigrated(env);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: START_LIMIT_MS },
  ],
  signedIn: [
    async ({ stage, product }, use) => {
      if (stage === "untouched") return use(undefined);
      const client = await request.newContext({ baseURL: product.url });
      await new Api(client).setUp(product.setupLink, ADMINISTRATOR);
      await client.dispose();
      await use(await sessionOf(product, ADMINISTRATOR));
    },
    { scope: "worker", auto: true },
  ],
  baseURL: ({ product }, use) => use(product.url),
  storageState: ({ signedIn }, use) => use(signedIn),
  watch: async ({ product }, use) => {
    const watch = new Watch(product.url);
    await use(watch);
    expect(watch.faults, "what the browser complained about").toEqual([]);
  },
  context: async ({ context, watch }, use) => {
    watch.follow(context);
    await use(context);
  },
  visitor: async ({ browser, watch }, use) => {
    const storageState = { cookies: [], origins: [] };
    const context = await browser.newContext({ storageState });
    watch.follow(context);
    await use(await context.newPage());
    await context.close();
  },
  api: ({ context }, use) => use(new Api(context.request)),
  serverLog: [
    async ({ product }, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus) await info.attach("server", { body: product.output });
      expect(product.output, "what the server complained about").not.toMatch(/Traceback|Warning/);
    },
    { auto: true },
  ],
});

export { expect };
