/** A bot that is set up by clicking: a message in its chat starts a run, and the output goes back into that chat. */

import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { test } from "./stand-ins";
import { expect } from "./story";

const BOT_TOKEN = "4711:AAHweft";

test("a message to a Telegram bot is answered in its chat", async ({ page, api, telegram }) => {
  const graph = chain(start("question"), end({ answer: "You asked: {{ inputs.question }}" }));
  const { id } = await api.createWorkflow({ name: "Bot", document: graph });
  const editor = new Editor(page);
  await editor.open(id);
  const panel = editor.panel.of("Message to a bot");
  const secret = async (label: string, action: () => Promise<unknown>) => {
    await action();
    await panel.getByRole("button", { name: "Save secret" }).click();
    await expect(panel.getByLabel(label, { exact: true })).toHaveValue("");
  };

  await test.step("the trigger gets its service, its secrets and its inputs", async () => {
    await page.getByRole("button", { name: "Add node", exact: true }).click();
    await page.getByRole("combobox", { name: "Search nodes" }).fill("telegram");
    await page.getByRole("option", { name: /Message to a bot/ }).click();
    await editor.panel.choose("Chat service", "Telegram");
    await panel.getByRole("button", { name: "question ← {{ trigger.message }}" }).click();
    await secret("Secret token", () => panel.getByLabel("Secret token", { exact: true }).fill("warp-7"));
    await secret("Bot token", () => panel.getByLabel("Bot token", { exact: true }).fill(BOT_TOKEN));
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("button", { name: "Done" }).click();
  });

  await test.step("what somebody writes is answered, once", async () => {
    const address = await panel.getByRole("region", { name: "Address" }).locator("code").textContent();
    const message = {
      message_id: 1,
      from: { id: 7, is_bot: false, first_name: "Ann" },
      chat: { id: 7, type: "private" },
      text: "What is weft?",
    };
    for (const _again of [1, 2]) {
      const heard = await page.request.post(address ?? "", {
        headers: { "X-Telegram-Bot-Api-Secret-Token": "warp-7" },
        data: { update_id: 1, message },
      });
      expect(heard.ok()).toBe(true);
    }
    await expect
      .poll(() => telegram.received)
      .toEqual([
        { path: `/bot${BOT_TOKEN}/sendMessage`, body: { chat_id: 7, text: "You asked: What is weft?" } },
      ]);
    await expect(panel.getByText("Answer sent")).toBeVisible();
    expect(await api.runCount(id)).toBe(1);
  });
});
