/** An API becomes a tool: from a file and from pasted text, its operations chosen, one of them called. */

import type { Page } from "@playwright/test";
import type { JsonObject } from "../src/api/types";
import { Receiver } from "./services/receiver";
import { expect, test } from "./story";
import { expectEverythingInReach } from "./visual/reach";

const operation = (operationId: string, summary: string, rest: JsonObject = {}): JsonObject => ({
  operationId,
  summary,
  responses: { 200: { description: "Done." } },
  ...rest,
});

const shop = (address: string): string =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    servers: [{ url: address }],
    paths: {
      "/orders": {
        get: operation("listOrders", "List orders"),
        post: operation("createOrder", "Create an order", {
          requestBody: {
            content: {
              "application/json": {
                schema: { type: "object", required: ["item"], properties: { item: { type: "string" } } },
              },
            },
          },
        }),
      },
      "/orders/all": { delete: operation("deleteOrders", "Delete all orders") },
    },
  });

/** Written as people write it, with lines that a field of one line would lose. */
const HOURS = `openapi: 3.1.0
info: {title: Hours, version: "1"}
servers: [{url: "https://hours.example.com"}]
paths:
  /hours:
    get:
      operationId: openingHours
      summary: Opening hours
      responses: {"200": {description: Done.}}
`;

const file = (name: string, text: string) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
});

async function setUp(page: Page, name: string): Promise<void> {
  await page.goto("/tools?tab=catalogue");
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "OpenAPI document", exact: true }) });
  await card.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill(name);
}

test("a file becomes a tool, saved with what is ticked, and one operation is called", async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource.*400/);
  const service = await Receiver.start({ id: "o-7" });
  await setUp(page, "Shop orders");
  const dialog = page.getByRole("dialog");
  const input = page.locator("input[type=file]").last();
  await input.setInputFiles(file("holiday.txt", "Dear all,\nthe office is closed on Friday.\n"));
  await expect(dialog.getByRole("alert")).toContainText("This is no OpenAPI document");
  await input.setInputFiles(file("shop.json", shop(service.url)));
  await expect(dialog.getByRole("alert")).toBeHidden();
  // Left over in the line, and of no use for what is saved.
  await dialog.getByRole("textbox", { name: "Address or text of the document" }).fill("shop");
  await dialog.getByRole("checkbox", { name: "List orders" }).check();
  await dialog.getByRole("checkbox", { name: "Create an order" }).check();
  await dialog.getByRole("button", { name: "Create", exact: true }).dblclick();
  await expect(page.getByText("Tool created.")).toBeVisible();
  await expectEverythingInReach(page);

  await dialog.getByRole("tab", { name: "Test" }).click();
  await dialog.getByRole("combobox", { name: "Function" }).click();
  await expect(page.getByRole("option")).toHaveCount(2);
  await page.getByRole("option", { name: "Create an order" }).click();
  await dialog.getByText("Live", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "item" }).fill("shawl");
  await dialog.getByRole("button", { name: "Run test" }).click();
  await expect(dialog.getByText("o-7")).toBeVisible();
  expect(service.received).toEqual([{ path: "/orders", body: { item: "shawl" } }]);
  await page.goto("/tools");
  await expect(page.getByRole("button", { name: "Shop orders", exact: true })).toHaveCount(1);
  await service.stop();
});

test("pasted text becomes a tool, and broken text is refused in words", async ({ page, context, watch }) => {
  watch.allow(/Failed to load resource.*400/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await setUp(page, "OpenAPI document");
  const dialog = page.getByRole("dialog");
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await dialog.getByRole("textbox", { name: "Address or text of the document" }).click();
    await page.keyboard.press("Control+V");
  };
  await paste(HOURS.replace("paths:", "paths: [:"));
  await expect(dialog.getByRole("alert")).toBeVisible();
  await paste(HOURS);
  await dialog.getByRole("checkbox", { name: "Opening hours" }).check();
  await dialog.getByRole("button", { name: "Use 1 operation" }).click();
  await expect(dialog.getByRole("button", { name: "1 operation in use" })).toBeDisabled();
  await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Hours");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByText("Hours: 1 operation.")).toBeVisible();
});
