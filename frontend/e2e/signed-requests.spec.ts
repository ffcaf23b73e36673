/** Requests that are signed: a cURL command that brings its key along, a recipe of one's own, a certificate of one's own. */

import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import type { Json } from "../src/api/types";
import { chain, end, start } from "./documents";
import { freePort } from "./product";
import { Editor } from "./screens/editor";
import { EchoService } from "./services/echo-service";
import { expect, test } from "./story";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const call = (config: Record<string, Json> = {}) => ({
  key: "call",
  name: "Call",
  type: "http_request",
  config,
});

/** Opens the form of a new credential of a kind. */
async function newCredential(page: Page, name: string, kind: string): Promise<Locator> {
  await page.goto("/settings/credentials");
  await page.getByRole("button", { name: "New credential" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: kind }).click();
  return dialog;
}

test("a cURL command fills in the request, and its key becomes a credential", async ({
  page,
  context,
  api,
  watch,
}) => {
  watch.allow(/Failed to load resource.*400/);
  await using service = await EchoService.start();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await api.createWorkflow({ name: "Copied", document: chain(start(), call(), end({})) });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.panel.open("call", "Call");
  const paste = async (command: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), command);
    await editor.panel.root.locator("[data-field=url] .cm-content").click();
    await page.keyboard.press("Control+V");
  };
  const command = `curl '${service.url}/orders?shop=7' \\
  -H 'authorization: Bearer planted-copied-5' \\
  -H 'content-type: application/json' \\
  --data-raw $'{"item":"it\\'s wool"}' --compressed`;
  await paste(command.slice(0, -20));
  await expect(editor.panel.root.getByRole("alert")).toContainText(
    "A quotation mark in the command is not closed",
  );
  await paste(command);
  const dialog = page.getByRole("dialog", { name: "New credential" });
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toContainText("Enter a name.");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Copied key");
  await dialog.getByRole("button", { name: "Create" }).dblclick();
  await expect(dialog).toBeHidden();
  await editor.expectSaved();
  const [copied] = (await api.credentials()).filter(({ name }) => name === "Copied key");
  await api.confirmOrigin(copied?.id ?? "", service.url);
  await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  expect(service.received).toMatchObject([
    {
      method: "POST",
      path: "/orders?shop=7",
      body: `{"item":"it's wool"}`,
      headers: { authorization: "Bearer planted-copied-5" },
    },
  ]);
  expect((await api.credentials()).filter(({ name }) => name === "Copied key")).toHaveLength(1);
  expect(JSON.stringify(await api.exported(id))).not.toContain("planted-copied-5");
});

test("a key that is typed into a request moves to a credential by one click", async ({
  page,
  api,
  watch,
}) => {
  watch.allow(/Failed to load resource.*400/);
  await using service = await EchoService.start();
  const { id } = await api.createWorkflow({ name: "Keyed", document: chain(start(), call(), end({})) });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.panel.open("call", "Call");
  await editor.panel.root.locator("[data-field=url] .cm-content").click();
  await page.keyboard.type(`${service.url}/orders?api_key=planted-typed-6`);
  const move = editor.panel.root.getByRole("button", { name: "Move to a credential" });
  await move.click();
  await expect(move).toBeHidden();
  const url = editor.panel.root.locator("[data-field=url]");
  await expect(url).toContainText("api_key={token}");
  await editor.expectSaved();
  await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  expect(service.received).toMatchObject([{ path: "/orders?api_key=planted-typed-6" }]);
  expect(JSON.stringify(await api.exported(id))).not.toContain("planted-typed-6");
  await page.locator(".react-flow__pane").click();
  await page.keyboard.press("Control+Z");
  await editor.panel.open("call", "Call");
  await expect(url).toContainText("api_key=planted-typed-6");
});

test("a recipe of one's own signs each request; a key that is none is refused", async ({
  page,
  api,
  watch,
}) => {
  watch.allow(/Failed to load resource.*400/);
  await using service = await EchoService.start();
  const dialog = await newCredential(page, "Own recipe", "HMAC signature");
  await dialog.getByRole("combobox", { name: "Recipe" }).click();
  await page.getByRole("option", { name: /own/i }).click();
  await dialog.getByRole("textbox", { name: "Secret", exact: true }).fill("not of sixteen");
  await dialog.getByRole("combobox", { name: "Secret encoding" }).click();
  await page.getByRole("option", { name: "hex", exact: true }).click();
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.getByRole("textbox", { name: "Key", exact: true }).fill("X-Signature");
  await dialog.getByRole("textbox", { name: "Value" }).fill("v1={signature};t={timestamp}");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toContainText("The secret of the credential is not hex.");
  await dialog.getByRole("textbox", { name: "Secret", exact: true }).fill("00ff10");
  await dialog.getByRole("button", { name: "Create" }).dblclick();
  await expect(dialog).toBeHidden();
  const found = (await api.credentials()).filter(({ name }) => name === "Own recipe");
  expect(found).toHaveLength(1);

  await api.confirmOrigin(found[0]?.id ?? "", service.url);
  const config = {
    method: "POST",
    url: `${service.url}/pay`,
    bodyType: "json",
    body: '{"sum":7}',
    authType: "credential",
    credential: found[0]?.id ?? "",
  };
  const { id } = await api.createWorkflow({
    name: "Signed",
    document: chain(start(), call(config), end({})),
  });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  const [sent] = service.received;
  const { given = "", at = "" } =
    /^v1=(?<given>\w+);t=(?<at>\d+)$/.exec(String(sent?.headers["x-signature"]))?.groups ?? {};
  const signed = createHmac("sha256", Buffer.from("00ff10", "hex")).update(`${at}POST/pay${sent?.body}`);
  expect(given).toBe(signed.digest("hex"));
});

test("a client certificate opens a service; one without its key is refused where it is typed", async ({
  page,
  api,
  watch,
}) => {
  watch.allow(/Failed to load resource.*400/);
  const { stdout } = await promisify(execFile)(
    `${ROOT}/build/dev-venv/bin/python`,
    ["-m", "tests.doubles.certificates"],
    {
      cwd: ROOT,
    },
  );
  const issued = JSON.parse(stdout) as Record<
    "authority" | "server" | "client",
    { pem: string; key: string }
  >;
  const { authority, server, client } = issued;
  const service: Server = createServer(
    { cert: server.pem, key: server.key, ca: authority.pem, requestCert: true, rejectUnauthorized: true },
    (_request: IncomingMessage, response) => response.end('{"in": true}'),
  );
  service.listen(await freePort(), "127.0.0.1");
  await once(service, "listening");

  const dialog = await newCredential(page, "Bank", "Client certificate (mTLS)");
  await dialog.getByRole("textbox", { name: "Certificate", exact: true }).fill(client.pem);
  await dialog.getByRole("textbox", { name: "Certificate authority" }).fill(authority.pem);
  await dialog.getByRole("textbox", { name: "Private key" }).fill(server.key);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toContainText("certificate and private key must be in PEM form and belong together");
  // The line takes its line ends away, as a pasted key's.
  await dialog.getByRole("textbox", { name: "Private key" }).fill(client.key);
  await dialog.getByRole("button", { name: "Create" }).dblclick();
  await expect(dialog).toBeHidden();

  const found = (await api.credentials()).filter(({ name }) => name === "Bank");
  expect(found).toHaveLength(1);
  const url = `https://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  await api.confirmOrigin(found[0]?.id ?? "", url);
  const config = { url, authType: "credential", credential: found[0]?.id ?? "" };
  const document = chain(start(), call(config), end({ in: "{{ nodes.call.body.in }}" }));
  const { id } = await api.createWorkflow({ name: "Bank", document });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  expect((await api.lastRun(id)).output).toEqual({ in: true });
  service.closeAllConnections();
  service.close();
});
