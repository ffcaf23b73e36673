/** An account at an MCP server, by the address of the server alone. */

import { McpWithConsent } from "./services/mcp-with-consent";
import { expect, test } from "./story";

test("an account at an MCP server is connected by its address", async ({ page, watch }) => {
  await using server = await McpWithConsent.start();
  watch.allow(new RegExp(new URL(server.url).origin));
  await page.goto("/settings/credentials");
  await page.getByRole("button", { name: "Connect an account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Service" }).fill("MCP");
  await page.getByRole("option", { name: "MCP server" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Notes");
  await dialog.getByRole("textbox", { name: "URL" }).fill(server.url);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Notes" });
  await expect(row).toContainText("Connected");
});
