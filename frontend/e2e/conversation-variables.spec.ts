/** Conversation variables are shown beside an answer, and can be corrected for the next one. */

import { chain, end, start } from "./documents";
import { expect, test } from "./story";

test("a conversation counts its messages, and its owner sets the count right", async ({ page, api }) => {
  const count = { name: "messages", operation: "increment", value: "1", owner: "conversation" };
  const graph = chain(
    start("question"),
    { key: "count", name: "Count", type: "assign", config: { assignments: [count] } },
    end({ answer: "Message {{ conversation.messages }}" }),
  );
  const mapping = [{ name: "question", value: "{{ trigger.message }}" }];
  const [chat] = chain({ key: "chat", name: "Chat page", type: "chat_trigger", config: { mapping } }).nodes;
  const nodes = chat ? [...graph.nodes, { ...chat, position: { x: -400, y: 0 } }] : [];
  const { id } = await api.createWorkflow({ name: "Counter", document: { ...graph, nodes } });
  await api.publish(id);
  await page.goto(`/workflows/${id}/chat/chat`);
  const talk = async (words: string, answer: string) => {
    await page.getByRole("textbox", { name: "Message", exact: true }).fill(words);
    await page.keyboard.press("Enter");
    await expect(page.getByText(answer, { exact: true })).toBeVisible();
  };
  await talk("One", "Message 1");
  await talk("Two", "Message 2");

  await page.getByRole("button", { name: "Why this answer" }).last().click();
  const why = page.getByRole("region", { name: "Why this answer" });
  await why.getByText("Variables", { exact: true }).click();
  const value = why.getByRole("textbox", { name: "messages" });
  await expect(value).toHaveValue("2");
  await value.fill("40");
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await value.press("Enter");
  expect((await saved).status()).toBe(200);
  await talk("Three", "Message 41");
});
