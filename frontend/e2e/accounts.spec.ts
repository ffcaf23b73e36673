/** A person connects an account, a workflow uses it, its token ends, and the person takes the consent back. */

import { chain, end, start } from "./documents";
import { APP, OauthService } from "./services/oauth-service";
import { expect, test } from "./story";

test("an account is connected, used, renewed, and connected again", async ({ page, api, product, watch }) => {
  await using service = await OauthService.start(`${product.url}/oauth/callback`);
  // The service's own pages, which take a font from elsewhere.
  watch.allow(/fonts\.googleapis\.com/);
  watch.allow(new RegExp(service.url));
  const row = page.getByRole("listitem").filter({ hasText: "Weavers" });
  await page.goto("/settings/credentials");
  await page.getByRole("button", { name: "Connect an account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Service" }).fill("Another");
  await page.getByRole("option", { name: "Another service" }).click();
  await expect(dialog).toContainText(`${product.url}/oauth/callback`);
  await dialog.getByRole("textbox", { name: "Name" }).fill("Weavers");
  await dialog.getByRole("textbox", { name: "Authorization URL" }).fill(`${service.url}/auth`);
  await dialog.getByRole("textbox", { name: "Token URL" }).fill(`${service.url}/token`);
  await dialog.getByRole("textbox", { name: "Where the token may be sent" }).fill(service.url);
  await dialog.getByRole("textbox", { name: "Client ID" }).fill(APP.client_id);
  await dialog.getByRole("textbox", { name: "Client secret" }).fill(APP.client_secret);
  await dialog.getByRole("textbox", { name: "Permissions" }).fill("openid");
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("button", { name: "Create" }).click(),
  ]);
  const closed = popup.waitForEvent("close");
  await popup.getByPlaceholder(/login/i).fill("linh");
  await popup.getByPlaceholder(/password/i).fill("any");
  await popup.getByRole("button", { name: /sign-in/i }).click();
  await popup.getByRole("button", { name: /continue/i }).click();
  await closed;
  await expect(row).toContainText("Connected");

  const account = (await api.credentials()).find(({ name }) => name === "Weavers");
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
  expect(failed.error?.message).toContain("Connect the account again");
  await page.reload();
  await expect(row).toContainText("The consent has ended");
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
  await dialog.getByRole("button", { name: "Create" }).click();
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
