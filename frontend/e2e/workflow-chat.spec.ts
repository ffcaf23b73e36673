/** A workflow as a chat page: tried out in the editor, used, and shared by a link that can be embedded. */

import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("a workflow is talked to in the editor and on its page, and shared", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const graph = chain(start("question"), end({ answer: "You asked: {{ inputs.question }}" }));
  const [blank] = graph.nodes;
  if (!blank) throw new Error("a chain has its nodes");
  const mapping = [{ name: "question", value: "{{ trigger.message }}" }];
  const chat = {
    ...blank,
    key: "chat",
    name: "Chat page",
    type: "chat_trigger",
    config: { greeting: "Ask the **loom**", suggestions: "What is weft?", mapping },
    position: { x: -400, y: 0 },
  };
  const drawn = { ...graph, nodes: [...graph.nodes, chat] };
  const { id } = await api.createWorkflow({ name: "Loom", document: drawn });
  const editor = new Editor(page);

  await test.step("the draft answers in the editor", async () => {
    await editor.open(id);
    await editor.canvas.card("Chat page").click();
    await editor.panel.of("Chat page").getByRole("button", { name: "Test chat" }).click();
    await page.getByRole("textbox", { name: "Message" }).fill("Draft?");
    await page.keyboard.press("Enter");
    await expect(page.getByText("You asked: Draft?")).toBeVisible();
  });

  await api.publish(id);
  await test.step("its page greets, answers, and keeps the conversation", async () => {
    await page.goto(`/workflows/${id}/chat/chat`);
    await expect(page.getByText("loom", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "What is weft?" }).click();
    await expect(page.getByText("You asked: What is weft?")).toBeVisible();
    await page.reload();
    await expect(page.getByText("You asked: What is weft?")).toBeVisible();
    await page.getByRole("button", { name: "Regenerate" }).click();
    await expect(page.getByText("2 / 2")).toBeVisible();
  });

  await test.step("a link comes with the code that shows it inside another page", async () => {
    await page.getByRole("button", { name: "New conversation" }).click();
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const code = (await page.getByRole("dialog").getByRole("status").locator("pre").textContent()) ?? "";
    expect(code).toContain("<iframe");
  });
});
