/** Data of one's own brought in: documents for a chat, rows for a table, a request and an API for a flow. */

import { chain, end, start } from "../documents";
import { Editor } from "../screens/editor";
import { Gate } from "../services/gate";
import { expect, test } from "../story";
import { Actions } from "./actions";

/** Written as people write it, over several lines. */
const HOURS = `openapi: 3.1.0
info: {title: Hours of the task, version: "1"}
servers: [{url: "https://hours.example.com"}]
paths:
  /hours:
    get:
      operationId: openingHours
      summary: Opening hours
      responses: {"200": {description: Done.}}
`;

test("an agent is asked about a document", async ({ page, api }) => {
  // An empty list has the templates in it, without the button.
  await api.createAgent({ name: "Butler of the task" });
  await page.goto("/knowledge");
  const actions = new Actions(page);
  await actions.click(page.getByRole("button", { name: "New knowledge base" }).first());
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await actions.write("Buses of the task");
  await actions.click(page.getByRole("dialog").getByRole("button", { name: "Create" }));
  await expect(page.getByRole("heading", { name: "Buses of the task", level: 1 })).toBeVisible();
  await actions.chooseFile(page.locator("input[type=file]"), {
    name: "buses.md",
    mimeType: "text/markdown",
    buffer: Buffer.from("# Buses\n\nLine twelve leaves the station at six in the morning."),
  });
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await actions.click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Agents" }));
  await actions.click(page.getByRole("button", { name: "New agent" }).first());
  await actions.click(page.getByRole("dialog").getByRole("button", { name: /Research assistant/ }));
  await actions.click(page.getByRole("button", { name: "Add tool" }));
  await actions.click(page.getByRole("option", { name: /Buses of the task/ }));
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const chat = page.getByRole("region", { name: "Test chat" });
  await actions.click(chat.getByRole("textbox", { name: "Message" }));
  await actions.write("When does line twelve leave?");
  await actions.press("Enter");
  await expect(chat.getByRole("article")).toContainText("When does line twelve leave?");
  actions.report("knowledge and chat");
});

test("a table is made from a file", async ({ page }) => {
  await page.goto("/tables");
  const actions = new Actions(page);
  await actions.click(page.getByRole("button", { name: "From a file" }).first());
  const dialog = page.getByRole("dialog");
  await actions.chooseFile(dialog.locator("input[type=file]"), {
    name: "Guests of the task.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Name;Code;Seats\nAnn;007;2\nBen;008;1\n"),
  });
  await actions.click(dialog.getByRole("button", { name: "Import 2 rows" }));
  await expect(page.getByRole("grid", { name: "Guests of the task" })).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "007", exact: true })).toBeVisible();
  actions.report("table from a file");
});

test("a cURL command and an OpenAPI document are pasted", async ({ page, context, api }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const gate = await Gate.start();
  const { id } = await api.createWorkflow({ name: "Pasted", document: chain(start(), end({})) });
  const editor = new Editor(page);
  await editor.open(id);
  await expect(editor.canvas.area).toBeFocused();
  const actions = new Actions(page);
  await actions.press("n");
  await expect(page.getByRole("combobox", { name: "Search nodes" })).toBeFocused();
  await actions.write("HTTP request");
  await actions.press("Enter");
  await expect(editor.panel.root.locator("[data-field=url] .cm-content")).toBeFocused();
  await actions.paste(`curl '${gate.url}orders?shop=7' -H 'accept: application/json'`);
  await expect(page.getByText("Filled in from the cURL command.")).toBeVisible();
  const stored = async () => (await api.graph(id)).nodes.find(({ type }) => type === "http_request")?.config;
  await expect.poll(stored).toMatchObject({ url: expect.stringContaining("orders") });

  await actions.click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tools" }));
  await actions.click(page.getByRole("tab", { name: "Catalogue" }));
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "OpenAPI document", exact: true }) });
  await actions.click(card.getByRole("button", { name: "Set up" }));
  const dialog = page.getByRole("dialog");
  await actions.click(dialog.getByRole("textbox", { name: "Address or text of the document" }));
  await actions.paste(HOURS);
  await actions.click(dialog.getByRole("checkbox", { name: "Opening hours" }));
  await actions.click(dialog.getByRole("button", { name: "Use 1 operation" }));
  await expect(dialog.getByRole("button", { name: "1 operation in use" })).toBeDisabled();
  await actions.click(dialog.getByRole("button", { name: "Create", exact: true }));
  await expect(page.getByText("Tool created.")).toBeVisible();
  actions.report("cURL and OpenAPI");
  await gate.stop();
});
