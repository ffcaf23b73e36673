/** Double clicks, and Enter that is held down: one thing is made, and one is sent. */

import type { Locator, Page } from "@playwright/test";
import { approval, chain, end, start, template, withForm } from "./documents";
import { Editor } from "./screens/editor";
import { ProvidersScreen } from "./screens/providers";
import { ModelService } from "./services/model-service";
import { expect, test } from "./story";

/** Create and send requests of the page from now on, by path without ids. */
function sendings(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const path = pathname
      .replace(/[0-9a-f-]{36}|(?<=approvals\/)\d+/g, "id")
      .replace(/forms\/[^/]+/, "forms/token");
    if (request.method() === "POST" && !path.endsWith("/preview/")) sent.push(path);
  });
  return sent;
}

async function filledIn(page: Page, opener: string, submit: string): Promise<Locator> {
  await page.getByRole("button", { name: opener, exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Twice");
  return dialog.getByRole("button", { name: submit, exact: true });
}

test("a double click on what makes or sends something does it once", async ({ page, api }) => {
  const document = chain(start("a"), template("t", "T", "{{ inputs.a }}"), end({ a: "{{ nodes.t.text }}" }));
  const { id } = await api.createWorkflow({ name: "Pressed twice", document });
  const { slug } = await api.createAgent({ name: "Pressed twice" });
  const table = await api.createTable("Pressed twice", [{ key: "a", name: "A" }], [{ a: "b" }]);
  const service = await ModelService.start("openai");
  const ended = await api.startRun(id, { a: "b" });
  const asking = await api.createWorkflow({
    name: "Pressed twice and asked",
    document: chain(start(), approval("ask", "Pressed twice", { title: "Twice?", message: "" }), end({})),
  });
  const waiting = await api.startRun(asking.id, {});
  const form = await api.createWorkflow({ name: "Pressed twice by all", document: withForm(document) });
  await api.publish(form.id);
  const publicForm = await api.triggerAddress(form.id, "public");
  await expect.poll(async () => (await api.run(ended.id)).status).toBe("succeeded");
  await expect.poll(async () => (await api.run(waiting.id)).status).toBe("waiting");
  const makers: [path: string, address: string, open: () => Promise<Locator>][] = [
    ["/api/workflows/", "/workflows", () => filledIn(page, "New workflow", "Create")],
    ["/api/tables/", "/tables", () => filledIn(page, "New table", "Create")],
    ["/api/knowledge-bases/", "/knowledge", () => filledIn(page, "New knowledge base", "Create")],
    [
      "/api/workflows/id/duplicate/",
      "/workflows",
      async () => {
        await page.getByRole("button", { name: "Actions for Pressed twice" }).first().click();
        return page.getByRole("menuitem", { name: "Duplicate" });
      },
    ],
    [
      "/api/agents/",
      "/agents",
      async () => {
        await page.getByRole("button", { name: "New agent" }).first().click();
        return page.getByRole("dialog").getByRole("button", { name: /^Empty agent/ });
      },
    ],
    [
      "/api/tokens/",
      "/settings/tokens",
      async () => {
        await api.confirm();
        await page.getByRole("textbox", { name: "Name" }).fill("Twice");
        return page.getByRole("button", { name: "Create token" });
      },
    ],
    [
      "/api/conversations/id/turns/",
      `/agents/${slug}/chat`,
      async () => {
        await page.getByRole("textbox", { name: "Message" }).fill("Hello");
        return page.getByRole("button", { name: "Send" });
      },
    ],
    [
      "/api/workflows/id/comments/",
      `/workflows/${id}?comments=t`,
      async () => {
        await page.getByRole("textbox", { name: "Write a comment" }).fill("Hello");
        return page.getByRole("button", { name: "Comment", exact: true }).last();
      },
    ],
    [
      "/api/workflows/id/versions/",
      `/workflows/${id}`,
      async () => {
        await page.getByRole("button", { name: "Publish", exact: true }).click();
        return page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true });
      },
    ],
    [
      `/api/agents/${slug}/shares/`,
      `/agents/${slug}/chat`,
      async () => {
        await page.getByRole("button", { name: "Share" }).click();
        return page.getByRole("dialog").getByRole("button", { name: "Create link" });
      },
    ],
    [
      "/api/providers/",
      "/settings/providers",
      async () => {
        const providers = new ProvidersScreen(page);
        const entry = { baseUrl: service.baseUrl, key: "planted-key-7", model: "gpt-4" };
        await providers.fill({ preset: "OpenAI", name: "Twice", ...entry });
        return page.getByRole("dialog").getByRole("button", { name: "Create" });
      },
    ],
    [
      "/api/credentials/",
      "/settings/credentials",
      async () => {
        await page.getByRole("button", { name: "New credential" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("textbox", { name: "Name" }).first().fill("Twice");
        await dialog.locator("input[type=password]").first().fill("planted-key-7");
        return dialog.getByRole("button", { name: "Create" });
      },
    ],
    [
      "/api/workflows/id/alert-rules/",
      `/workflows/${id}`,
      async () => {
        await page.getByRole("button", { name: "Workflow settings" }).click();
        const dialog = page.getByRole("dialog", { name: "Workflow settings" });
        await dialog.getByRole("button", { name: "Notify someone" }).click();
        await dialog.getByText("Webhook", { exact: true }).click();
        await dialog.getByRole("textbox", { name: "Webhook URL" }).fill("http://127.0.0.1:9/alerts");
        return dialog.getByRole("button", { name: "Save" }).first();
      },
    ],
    [
      "/api/runs/id/test/",
      `/runs/${ended.id}`,
      async () => {
        await page.getByRole("button", { name: "Save as test" }).click();
        await page.getByRole("textbox", { name: "Name" }).fill("Twice");
        return page.getByRole("button", { name: "Save test" });
      },
    ],
    ["/api/tables/id/rows/", `/tables/${table}`, async () => page.getByRole("button", { name: "Add row" })],
    [
      "/api/approvals/id/answer/",
      `/runs/${waiting.id}`,
      async () =>
        page.getByRole("article", { name: "Pressed twice" }).getByRole("button", { name: "Approve" }),
    ],
    [
      "/api/forms/token/submissions/",
      publicForm,
      async () => {
        await page.getByRole("textbox", { name: "a" }).fill("b");
        return page.getByRole("button", { name: "Send" });
      },
    ],
    [
      "/api/tools/configs/",
      `/tables/${table}`,
      async () => page.getByRole("button", { name: "Use in workflows" }),
    ],
  ];
  for (const [path, address, open] of makers)
    await test.step(path, async () => {
      await page.goto(address);
      const button = await open();
      const sent = sendings(page);
      await button.dblclick();
      // What a second one would ask for is on its way by then.
      await expect.poll(() => sent.filter((one) => one === path)).not.toHaveLength(0);
      await page.waitForLoadState("networkidle");
      expect(sent.filter((one) => one === path)).toHaveLength(1);
    });
});

test("Enter that is held down acts once, and not on what it has opened", async ({ page, api }) => {
  const { id } = await api.createWorkflow({
    name: "Held",
    document: chain(start("a"), template("t", "T", "x"), end({})),
  });
  const { slug } = await api.createAgent({ name: "Held" });
  const sent = sendings(page);
  const count = (path: string) => sent.filter((one) => one === path).length;
  /** As long as until `opened` is there, and ten times more. */
  const hold = async (opened: Locator) => {
    for (let further = 0; further < 10; further += (await opened.isVisible()) ? 1 : 0)
      await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
  };

  await page.goto("/workflows");
  await page.getByRole("button", { name: "New workflow" }).first().focus();
  await hold(page.getByRole("dialog").getByRole("textbox", { name: "Name" }));
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(count("/api/workflows/")).toBe(0);

  await page.goto(`/agents/${slug}/chat`);
  await page.getByRole("textbox", { name: "Message" }).fill("Hello");
  await hold(page.getByRole("button", { name: "Regenerate" }));
  expect(count("/api/conversations/id/turns/")).toBe(1);

  const table = await api.createTable("Held", [{ key: "a", name: "A" }], [{ a: "b" }]);
  await page.goto(`/tables/${table}`);
  await page.getByRole("button", { name: "Add row" }).focus();
  await hold(page.getByRole("row").nth(2));
  expect(count("/api/tables/id/rows/")).toBe(1);

  const form = await api.createWorkflow({
    name: "Held by all",
    document: withForm(chain(start("a"), end({}))),
  });
  await api.publish(form.id);
  await page.goto(await api.triggerAddress(form.id, "public"));
  await page.getByRole("textbox", { name: "a" }).fill("b");
  await hold(page.getByRole("button", { name: "Send another" }));
  expect(count("/api/forms/token/submissions/")).toBe(1);

  const editor = new Editor(page);
  await editor.open(id);
  await page.getByRole("button", { name: "Run", exact: true }).first().focus();
  await hold(editor.runBar.form);
  expect(count("/api/workflows/id/runs/")).toBe(0);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Add node", exact: true }).click();
  await page.getByRole("combobox", { name: "Search nodes" }).fill("template");
  await expect(page.getByRole("option").first()).toContainText("Template");
  await hold(editor.canvas.card("Template"));
  await editor.expectSaved();
  const added = (await api.graph(id)).nodes.filter(({ name }) => name.startsWith("Template"));
  expect(added.map(({ config }) => config.template)).toEqual([""]);
});
