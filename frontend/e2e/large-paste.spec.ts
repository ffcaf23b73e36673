/** Five million characters that are pasted into a field: the page stays usable and says what becomes of them. */

import type { Locator } from "@playwright/test";
import type { JsonObject } from "../src/api/types";
import { chain, start, template } from "./documents";
import { HANGS_MS, watchTasks } from "./long-tasks";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

const CHARACTERS = 5_000_000;
/** Nearly the longest text that a field takes. */
const LONGEST = 199_000;

/** Pastes as people do; the clipboard of a headless browser is not to be relied on. */
async function paste(field: Locator, piece: string, characters = CHARACTERS): Promise<void> {
  await field.evaluate(
    (element, [text, times]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text.repeat(times));
      element.focus();
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [piece, Math.floor(characters / piece.length)] as const,
  );
}

const FIELDS = [
  ["template", "template", "A line of text. \n"],
  ["template", "template", "{{ inputs.a }} "],
  ["template", "template", "{{{{{{{{"],
  ["condition", "expression", "inputs.topic + "],
  ["condition", "expression", "((((((((("],
  ["http_request", "url", "a b\n"],
] as const;

test("a page stays usable with five million characters in a field", async ({ page, api }) => {
  const configs: Record<string, JsonObject> = { condition: { mode: "expression" } };
  const specs = ["condition", "http_request"].map((type) => ({
    key: type,
    name: type,
    type,
    config: configs[type] ?? {},
    out: type === "condition" ? "true" : "out",
  }));
  const workflow = await api.createWorkflow({
    name: "Large",
    document: chain(start("topic"), template("template", "template", "x"), ...specs),
  });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const longestTask = await watchTasks(page);
  for (const [node, name, piece] of FIELDS) {
    await editor.panel.open(node);
    const [field] = await editor.panel.editors(name);
    if (!field) throw new Error(name);
    const before = await field.textContent();
    await longestTask();
    await paste(field, piece);
    await expect(page.getByText("the limit is 200,000").first()).toBeVisible();
    expect(await field.textContent(), piece).toBe(before);
    await page.keyboard.press("End");
    await page.keyboard.press("z");
    await expect(field).toContainText("z");
    await page.keyboard.press("Backspace");
    expect(await longestTask(), `milliseconds after ${piece} in ${name}`).toBeLessThan(HANGS_MS);
  }
  await editor.panel.open("template");
  const [field] = await editor.panel.editors("template");
  if (!field) throw new Error("template");
  const piece = "{{ inputs.topic }} and ";
  await longestTask();
  await paste(field, piece, LONGEST);
  await page.keyboard.press("z");
  await editor.expectSaved();
  expect(await longestTask(), "milliseconds with the longest text that is taken").toBeLessThan(HANGS_MS);
  const { nodes } = await api.graph(workflow.id);
  const stored = nodes.find(({ key }) => key === "template")?.config.template;
  expect(String(stored).length).toBeGreaterThan(LONGEST - 2 * piece.length);
});

test("a native text area refuses five million characters at once", async ({ page, context, api }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const agent = await api.createAgent({ name: "Large" });
  for (const [address, name] of [
    [`/agents/${agent.slug}`, "Description"],
    [`/agents/${agent.slug}/chat`, "Message"],
  ] as const) {
    await page.goto(address);
    const field = page.getByRole("textbox", { name });
    await field.focus();
    await page.evaluate((characters) => navigator.clipboard.writeText("x".repeat(characters)), CHARACTERS);
    const before = Date.now();
    await page.keyboard.press("Control+v");
    await page.keyboard.press("z");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(Date.now() - before, `milliseconds until ${name} takes a key`).toBeLessThan(HANGS_MS);
    await expect(page.getByText("the limit is 200,000").first()).toBeVisible();
    await expect(field).toHaveValue("z");
    // What measures a text in an area beside its own lays it out three times instead of once.
    await expect(page.locator("textarea[aria-hidden]")).toHaveCount(0);
  }
});

test("searches and the canvas stay usable with pasted texts", async ({ page, context, api }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await api.createWorkflow({ name: "Pasted over", document: chain(start()) });
  const editor = new Editor(page);
  await editor.open(id);
  const pasted = async (characters: number, what: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), "word ".repeat(characters / 5));
    const before = Date.now();
    await page.keyboard.press("Control+v");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(Date.now() - before, `milliseconds until ${what} is drawn again`).toBeLessThan(HANGS_MS);
  };
  await editor.canvas.press("Escape");
  await pasted(CHARACTERS, "the canvas");
  await expect(page.getByText("There are no nodes on the clipboard")).toBeVisible();
  await page.getByRole("button", { name: "Add node", exact: true }).click();
  const nodes = page.getByRole("combobox", { name: "Search nodes" });
  await nodes.focus();
  await pasted(CHARACTERS, "the search of nodes");
  await expect(nodes).toHaveValue("");
  await pasted(LONGEST, "the search of nodes with the longest text");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await pasted(LONGEST, "the command palette");
  await page.keyboard.press("Escape");
});
