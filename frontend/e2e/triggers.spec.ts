/** Runs begin by themselves: from a finished workflow to a live trigger, counted as a person acts; and trying a webhook. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { copied } from "./copied";
import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";
import { Actions } from "./tasks/actions";

const greeting = () => chain(start("topic"), end({ topic: "{{ inputs.topic }}" }));

async function publish(page: Page, actions: Actions, trigger: string) {
  await actions.click(page.getByRole("button", { name: "Publish", exact: true }));
  const dialog = page.getByRole("dialog");
  await actions.click(dialog.getByRole("button", { name: trigger }));
  await expect(dialog.getByRole("region", { name: "Triggers in this version" })).toContainText("goes live");
  await actions.click(dialog.getByRole("button", { name: "Publish", exact: true }));
  await expect(page.getByRole("dialog", { name: "Published as version 1" })).toBeVisible();
  return page.getByRole("dialog", { name: "Published as version 1" });
}

test("a finished workflow has a live webhook after at most four actions", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const { id } = await api.createWorkflow({ name: "Called from outside", document: greeting() });
  await new Editor(page).open(id);
  const actions = new Actions(page);
  const dialog = await publish(page, actions, "Webhook");
  const program = copied(dialog.locator("pre + button"));
  await actions.act(program);
  expect(actions.count).toBeLessThanOrEqual(4);

  const { stdout } = await promisify(execFile)("bash", ["-c", await program], { timeout: 60_000 });
  expect(JSON.parse(stdout)).toHaveProperty("run");
  await expect.poll(async () => (await api.lastRun(id)).status).toBe("succeeded");
  expect((await api.lastRun(id)).output).toEqual({ topic: "topic" });
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.locator(".fl-trigger")).toContainText("Live");

  await page.goto("/triggers");
  await expect(page.getByRole("row").filter({ hasText: "Called from outside" })).toContainText("Live");
});

test("a finished workflow has a live schedule after at most four actions", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const { id } = await api.createWorkflow({ name: "By the clock", document: greeting() });
  const editor = new Editor(page);
  await editor.open(id);
  const actions = new Actions(page);
  const dialog = await publish(page, actions, "Schedule");
  expect(actions.count).toBeLessThanOrEqual(4);
  await expect(dialog).toContainText("Next:");
  await dialog.getByRole("button", { name: "Done" }).click();
  await editor.canvas.card("Schedule").click();
  await editor.panel.of("Schedule").getByRole("button", { name: "Start now" }).click();
  await expect(async () => expect((await api.lastRun(id)).status).toBe("succeeded")).toPass();
});

test("a webhook is tried before it is live", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Tried first", document: greeting() });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.canvas.card("Start").click();
  await editor.panel.of("Start").getByRole("button", { name: "Webhook" }).click();
  const panel = editor.panel.of("Webhook");
  const address = panel.getByRole("region", { name: "Address" });
  const url = (await address.locator("code").textContent()) ?? "";

  await test.step("its address is above the settings, with Copy and Test", async () => {
    const [first] = await panel.getByText(/^(Address|Method)$/).allTextContents();
    expect(first).toBe("Address");
    await expect(address.getByRole("button")).toHaveText(["", "Test"]);
    await expect(address.getByRole("button", { name: "Copy" })).toBeVisible();
  });

  await test.step("an example is kept, its values are offered to nodes, and the draft runs with it", async () => {
    await address.getByRole("button", { name: "Test" }).click();
    await expect(panel.getByText(/Waiting for a request/)).toBeVisible();
    const sent = { topic: "birds", seen: [{ place: { name: "Marsh" } }] };
    expect((await page.request.post(url, { data: sent })).ok()).toBe(true);
    await expect(panel.getByRole("region", { name: "Test" })).toContainText("birds");
    await editor.panel.open("end", "End");
    await editor.panel.root.getByRole("button", { name: "Insert a value" }).first().click();
    await expect(page.getByRole("button", { name: "body.seen[0].place.name text Marsh" })).toBeVisible();
    await page.keyboard.press("Escape");
    await editor.canvas.card("Webhook").click();
    await panel.getByRole("button", { name: "Run the draft with this" }).click();
    await editor.runBar.expectStatus("Succeeded");
    expect((await api.lastRun(id)).output).toEqual({ topic: "birds" });
  });
});

test("an address that the wrong people know is replaced", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Known to others", document: greeting() });
  const editor = new Editor(page);
  await editor.open(id);
  const dialog = await publish(page, new Actions(page), "Webhook");
  await dialog.getByRole("button", { name: "Done" }).click();
  await editor.canvas.card("Webhook").click();
  const panel = editor.panel.of("Webhook");
  const shown = panel.getByRole("region", { name: "Address" }).locator("code").first();
  const old = (await shown.textContent()) ?? "";
  await panel.getByRole("button", { name: "New address" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace it" }).click();
  await expect(shown).not.toHaveText(old);
  const body = { data: { topic: "loom" } };
  const refused = await page.request.post(old, body);
  expect([refused.status(), (await refused.json()).code]).toEqual([404, "nothing_listens"]);
  expect((await page.request.post((await shown.textContent()) ?? "", body)).status()).toBe(202);
  await expect(panel.getByText("Live", { exact: true })).toBeVisible();
});
