/** Forms store exactly the typed text, at any speed: tools, agents, workflow limits, and messages. */

import type { BrowserContext, Locator, Page } from "@playwright/test";
import type { ToolConfigDraft } from "../src/api/types";
import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

/** Milliseconds from key to key; each speed has a tab of its own. */
const SPEEDS = [0, 50, 150] as const;
/** So many keys come at that speed, which is longer than any pause after which something is saved; the others at once. */
const TIMED_KEYS = 10;

async function atEverySpeed(
  context: BrowserContext,
  act: (tab: Page, type: (field: Locator, text: string) => Promise<void>, delay: number) => Promise<void>,
) {
  await Promise.all(
    SPEEDS.map(async (delay) => {
      const tab = await context.newPage();
      const type = async (field: Locator, text: string) => {
        await field.press("Control+a");
        await tab.keyboard.type(text.slice(0, TIMED_KEYS), { delay });
        await tab.keyboard.type(text.slice(TIMED_KEYS));
      };
      await act(tab, type, delay);
      await tab.close();
    }),
  );
}

test("the forms of tools", async ({ context }) => {
  await atEverySpeed(context, async (tab, type, delay) => {
    const sent = async (create: Locator) => {
      const request = tab.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/configs/"));
      await create.click();
      const draft = (await request).postDataJSON() as ToolConfigDraft;
      await expect(tab.getByText("Tool created.")).toBeVisible();
      return draft;
    };
    const create = tab.getByRole("button", { name: "Create", exact: true });
    const name = tab.getByRole("textbox", { name: "Name", exact: true });

    await tab.goto("/tools?new=http-request");
    await type(name, `Weather ${delay}`);
    await type(tab.getByRole("textbox", { name: "Description" }), "Asks, and waits.");
    await type(tab.locator("[data-field=url] .cm-content"), "https://api.example.com/{{city}}");
    const headers = tab.locator("[data-field=headers]");
    await headers.getByRole("button", { name: "Add" }).click();
    await headers.getByRole("button", { name: "Add" }).click();
    for (const row of [0, 1]) {
      await type(headers.getByRole("textbox", { name: "Key" }).nth(row), `X-Row-${row}`);
      await type(headers.locator(".cm-content").nth(row), `value ${row}`);
    }
    expect(await sent(create)).toMatchObject({
      name: `Weather ${delay}`,
      description: "Asks, and waits.",
      config: {
        url: "https://api.example.com/{{city}}",
        headers: [
          { key: "X-Row-0", value: "value 0" },
          { key: "X-Row-1", value: "value 1" },
        ],
      },
    });

    await tab.goto("/tools?new=notification-dingtalk");
    await type(name, `Ding ${delay}`);
    const address = "https://oapi.dingtalk.com/robot/send?access_token=0123456789";
    await type(tab.locator("[data-field=webhookUrl] input"), address);
    await type(tab.locator("[data-field=secret] input"), "SEC0123456789abcdef");
    await type(tab.locator("[data-field=atMobiles] textarea"), "13800000000\n13900000000");
    expect((await sent(create)).config).toMatchObject({
      webhookUrl: address,
      secret: "SEC0123456789abcdef",
      atMobiles: ["13800000000", "13900000000"],
    });
  });
});

test("the form of an agent, which saves itself", async ({ context, api }) => {
  const prompt = "You are a butler, at any speed.";
  await atEverySpeed(context, async (tab, type, delay) => {
    const agent = await api.createAgent({ name: "Butler" });
    await tab.goto(`/agents/${agent.slug}`);
    const field = (name: string) => tab.getByRole("textbox", { name });
    await type(field("Name"), `Butler at ${delay}`);
    await type(field("Description"), "Answers questions.\nAnd waits.");
    await type(field("System prompt"), prompt);
    await type(field("Temperature"), "0.05");
    await tab.getByRole("button", { name: "Limits" }).click();
    await type(field("Max rounds"), "7");
    await expect(tab.getByText("Saved", { exact: true })).toBeVisible();
    expect((await api.agent(agent.slug)).document).toMatchObject({
      name: `Butler at ${delay}`,
      description: "Answers questions.\nAnd waits.",
      prompts: { system: prompt },
      model: { temperature: 0.05 },
      limits: { max_tool_rounds: 7 },
    });
  });
});

test("the limits of a workflow", async ({ context, api }) => {
  await atEverySpeed(context, async (tab, type, delay) => {
    const document = chain(start(), end({ a: "1" }));
    const { id } = await api.createWorkflow({ name: `Limits ${delay}`, document });
    await new Editor(tab).open(id);
    await tab.getByRole("button", { name: "Workflow settings" }).click();
    const dialog = tab.getByRole("dialog", { name: "Workflow settings" });
    await type(dialog.getByRole("textbox", { name: "Cost budget" }), "0.05");
    await type(dialog.getByRole("textbox", { name: "Token budget" }), "12500");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    expect((await api.workflow(id)).settings).toMatchObject({ budgetMoney: 0.05, budgetTokens: 12500 });
  });
});

test("messages to an agent, also while one is being sent", async ({ context, api }) => {
  const agent = await api.createAgent({ name: "Butler" });
  await atEverySpeed(context, async (tab, type, delay) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The way there takes as long as the person types.
    await tab.route(/\/api\/conversations\/[^/]+\/turns\/$/, async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await tab.goto(`/agents/${agent.slug}/chat`);
    const field = tab.getByRole("textbox", { name: "Message" });
    await type(field, `Where is the tea? ${delay}`);
    await tab.keyboard.press("Enter");
    await tab.keyboard.type("And the", { delay });
    await tab.keyboard.press("Enter");
    release();
    await expect(tab.getByText(`Your request: Where is the tea? ${delay}`)).toBeVisible();
    await expect(field).toBeFocused();
    await tab.keyboard.type(" milk?", { delay });
    await expect(field).toHaveValue("And the milk?");

    const input = await context.newCDPSession(tab);
    await tab.keyboard.press("Control+a");
    for (const text of ["n", "ni", "nihao"])
      await input.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    // The Enter that chooses a word belongs to the input method: the page sees it, and nothing else comes of it.
    await field.dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await input.send("Input.insertText", { text: `你好 ${delay}` });
    await expect(field).toHaveValue(`你好 ${delay}`);
    // Enter sends nothing while an answer is being written, and its text is there before its end.
    await expect(tab.getByRole("button", { name: "Regenerate" })).toBeVisible();
    await tab.keyboard.press("Enter");
    await expect(tab.getByText(`您的要求：你好 ${delay}`)).toBeVisible();
  });
});
