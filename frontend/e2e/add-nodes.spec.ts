/** One search finds what can be added: node types by other words, and what is configured, each as a node that works. */

import type { JsonObject } from "../src/api/types";
import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("nodes are added by words, by configured things and with a tool that is made on the way", async ({
  page,
  api,
}) => {
  const tool = await api.createTool({
    type: "http-request",
    name: "Order lookup",
    description: "Finds an order.",
    enabled: true,
    shared: false,
    config: { url: "https://example.com/orders" },
  });
  await api.createWorkflow({ name: "Refund check", document: chain(start(), end({})) });
  const workflow = await api.createWorkflow({ name: "Add nodes", document: chain(start(), end({})) });
  await page.goto(`/workflows/${workflow.id}`);
  const editor = new Editor(page);
  const add = page.getByRole("button", { name: "Add node", exact: true });
  const search = page.getByRole("combobox", { name: "Search nodes" });
  const first = async (words: string) => {
    await add.click();
    await search.fill(words);
    return page.getByRole("option").first();
  };

  await expect(await first("如果")).toContainText("Condition");
  await page.keyboard.press("Enter");
  await expect(editor.canvas.card("Condition")).toBeVisible();
  await page.keyboard.press("Escape");

  await expect(await first("order look")).toContainText("Tool");
  await page.keyboard.press("Enter");
  await expect(editor.canvas.card("Order lookup")).toBeVisible();

  await expect(await first("refund")).toContainText("Workflow");
  await page.keyboard.press("Enter");
  await expect(editor.canvas.card("Refund check")).toBeVisible();

  await expect(await first("sql")).toContainText("New tool");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New tool: Database query" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await (await first("钉钉")).click();
  const made = page.getByRole("dialog", { name: "New tool: DingTalk notification" });
  await made
    .getByRole("textbox", { name: /Webhook/ })
    .fill("https://oapi.dingtalk.com/robot/send?access_token=x");
  await made.getByRole("button", { name: "Add tool" }).click();
  await expect(editor.canvas.card("DingTalk notification")).toBeVisible();

  const configs = () =>
    api.graph(workflow.id).then(({ nodes }) => nodes.map(({ name, config }) => [name, config] as const));
  await expect
    .poll(async () => Object.fromEntries(await configs()))
    .toMatchObject({
      "Order lookup": { tool: { type: "http-request", toolConfig: tool.id } },
      "DingTalk notification": { tool: { type: "notification-dingtalk", toolConfig: expect.any(String) } },
      "Refund check": { workflow: expect.any(String) as unknown as JsonObject },
    });
});

test("a start that is alone says what comes next, and the last step has its plus", async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "First step", document: chain(start()) });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const first = page.getByRole("button", { name: "Add first step" });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.reload();
    await expect(first).toBeInViewport({ ratio: 0.99 });
  }
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Search nodes" })).toBeFocused();
  await page.keyboard.type("template");
  await page.keyboard.press("Enter");
  // A straight edge has no height, which counts as hidden.
  await expect(editor.canvas.edge("Start", "Template")).toBeAttached();
  await expect(first).toBeHidden();

  await page.getByRole("button", { name: "Add a node after Template" }).click();
  await page.getByRole("combobox", { name: "Search nodes" }).fill("end");
  await page.keyboard.press("Enter");
  await expect(editor.canvas.edge("Template", "End")).toBeAttached();
  await editor.expectSaved();
});

test("a plus opens its search though the canvas moves before it is let go", async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "Moving plus", document: chain(start()) });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  await page.getByRole("button", { name: "Add first step" }).hover();
  await page.mouse.down();
  await page.locator(".react-flow__viewport").evaluate((viewport: HTMLElement) => {
    viewport.style.translate = "300px 0";
  });
  await page.mouse.up();
  await expect(page.getByRole("combobox", { name: "Search nodes" })).toBeFocused();
});
