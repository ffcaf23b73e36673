/** A person connects an account, a workflow uses it, its token ends, and the person takes the consent back. */

import type { Page } from "@playwright/test";
import { chain, end, start } from "./documents";
import type { Product } from "./product";
import { Editor } from "./screens/editor";
import { RunPage } from "./screens/run-page";
import { Gate } from "./services/gate";
import { APP, OauthService } from "./services/oauth-service";
import { expect, test } from "./story";

/** Fills in the app, and consents in the window of the service. */
async function connect(page: Page, product: Product, service: OauthService, name: string): Promise<void> {
  await page.goto("/settings/credentials");
  await page.getByRole("button", { name: "Connect an account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Service" }).fill("Another");
  await page.getByRole("option", { name: "Another service" }).click();
  await expect(dialog).toContainText(`${product.url}/oauth/callback`);
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("textbox", { name: "Authorization URL" }).fill(`${service.url}/auth`);
  await dialog.getByRole("textbox", { name: "Token URL" }).fill(`${service.url}/token`);
  await dialog.getByRole("textbox", { name: "Where the token may be sent" }).fill(service.url);
  await dialog.getByRole("textbox", { name: "Client ID" }).fill(APP.client_id);
  await dialog.getByRole("textbox", { name: "Client secret" }).fill(APP.client_secret);
  await dialog.getByRole("textbox", { name: "Permissions" }).fill("openid");
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("button", { name: "Connect", exact: true }).click(),
  ]);
  const closed = popup.waitForEvent("close");
  await popup.getByPlaceholder(/login/i).fill("linh");
  await popup.getByPlaceholder(/password/i).fill("any");
  await popup.getByRole("button", { name: /sign-in/i }).click();
  await popup.getByRole("button", { name: /continue/i }).click();
  await closed;
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Connected");
}

test("an account is connected, used, renewed, and connected again", async ({ page, api, product, watch }) => {
  await using service = await OauthService.start(`${product.url}/oauth/callback`);
  // The service's own pages, which take a font from elsewhere.
  watch.allow(/fonts\.googleapis\.com/);
  watch.allow(new RegExp(service.url));
  const row = page.getByRole("listitem").filter({ hasText: "Weavers" });
  await connect(page, product, service, "Weavers");
  const account = (await api.credentials()).find(({ name }) => name === "Weavers");
  await api.confirmOrigin(account?.id ?? "", service.url);
  const request = {
    key: "who",
    name: "Who",
    type: "http_request",
    config: { url: `${service.url}/me`, authType: "bearer", credential: account?.id ?? "" },
  };
  const document = chain(start(), request, end({ sub: "{{ nodes.who.body.sub }}" }));
  const { id } = await api.createWorkflow({ name: "Who am I", document });
  const runs = async () => {
    const run = await api.startRun(id);
    await expect.poll(async () => (await api.run(run.id)).finished_at).not.toBeNull();
    return api.run(run.id);
  };
  expect((await runs()).output).toEqual({ sub: "linh" });
  await service.endAccess();
  expect((await runs()).output).toEqual({ sub: "linh" });
  expect(service.refreshes).toBe(1);
  await service.revoke();
  const failed = await runs();
  expect(failed.error?.message).toContain("can connect it");
  await page.reload();
  await expect(row).toContainText("The consent has ended");
});

test("a token that ends during a run is renewed once; a consent that ends leads back to the account", async ({
  page,
  api,
  product,
  watch,
}) => {
  await using service = await OauthService.start(`${product.url}/oauth/callback`);
  const gate = await Gate.start();
  watch.allow(/fonts\.googleapis\.com/);
  watch.allow(new RegExp(service.url));
  await connect(page, product, service, "Dyers");
  const account = (await api.credentials()).find(({ name }) => name === "Dyers");
  await api.confirmOrigin(account?.id ?? "", service.url);
  const ask = (key: string, url: string, authType: string) => ({
    key,
    name: key,
    type: "http_request",
    config: { url, authType, credential: authType === "none" ? "" : (account?.id ?? "") },
  });
  const document = chain(
    start(),
    ask("before", `${service.url}/me`, "bearer"),
    ask("between", gate.url, "none"),
    ask("after", `${service.url}/me`, "bearer"),
    end({ both: "{{ nodes.before.body.sub }} {{ nodes.after.body.sub }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Long work", document });
  const editor = new Editor(page);
  await editor.open(id);
  const runUntilBetween = async (meanwhile: () => Promise<void>) => {
    const calls = gate.calls;
    gate.close();
    const run = await editor.runBar.run();
    await expect.poll(() => gate.calls).toBe(calls + 1);
    await meanwhile();
    gate.open();
    return run;
  };
  const run = await runUntilBetween(() => service.endAccess());
  await editor.runBar.expectStatus("Succeeded");
  expect((await api.run(run)).output).toEqual({ both: "linh linh" });
  expect(service.refreshes).toBe(1);

  const lost = await runUntilBetween(() => service.revoke());
  await editor.runBar.expectStatus("Failed");
  await new RunPage(page).open(lost);
  await page.getByRole("link", { name: "Connect the account again" }).first().click();
  const row = page.getByRole("listitem").filter({ hasText: "Dyers" });
  await expect(row).toContainText("The consent has ended");
  await expect(row.getByRole("button", { name: /connect/i })).toBeVisible();
  await gate.stop();
});

test("an account is connected with a code that is typed in elsewhere", async ({ page, product, watch }) => {
  await using service = await OauthService.start(`${product.url}/oauth/callback`);
  watch.allow(/fonts\.googleapis\.com/);
  watch.allow(new RegExp(service.url));
  await page.goto("/settings/credentials");
  await page.getByRole("button", { name: "Connect an account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Service" }).fill("Another");
  await page.getByRole("option", { name: "Another service" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Spinners");
  await dialog.getByRole("combobox", { name: "Way of connecting" }).click();
  await page.getByRole("option", { name: "With a code, on another device" }).click();
  await dialog.getByRole("textbox", { name: "Device authorization URL" }).fill(`${service.url}/device/auth`);
  await dialog.getByRole("textbox", { name: "Token URL" }).fill(`${service.url}/token`);
  await dialog.getByRole("textbox", { name: "Where the token may be sent" }).fill(service.url);
  await dialog.getByRole("textbox", { name: "Client ID" }).fill(APP.client_id);
  await dialog.getByRole("textbox", { name: "Client secret" }).fill(APP.client_secret);
  await dialog.getByRole("textbox", { name: "Permissions" }).fill("openid");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("Waiting for your consent");

  const elsewhere = await page.context().browser()?.newContext();
  if (!elsewhere) throw new Error("there is no browser");
  const device = await elsewhere.newPage();
  await device.goto((await dialog.getByRole("link").getAttribute("href")) ?? "");
  await device.getByRole("button", { name: /continue/i }).click();
  await device.getByPlaceholder(/login/i).fill("linh");
  await device.getByPlaceholder(/password/i).fill("any");
  await device.getByRole("button", { name: /sign-in/i }).click();
  await device.getByRole("button", { name: /continue/i }).click();
  await expect(device.locator("body")).toContainText(/success/i);
  await elsewhere.close();
  const row = page.getByRole("listitem").filter({ hasText: "Spinners" });
  await expect(row).toContainText("Connected", { timeout: 20_000 });
  await expect(dialog).toBeHidden();
});
