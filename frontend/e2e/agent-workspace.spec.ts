/** An agent as a place to work: made from a template, edited beside its test chat, explained, kept, changed and restored. */

import { expect, test } from "./story";

test("an agent is edited beside its test chat, explained, kept as a version and restored", async ({
  page,
  api,
}) => {
  const prompt = page.getByRole("textbox", { name: "System prompt" });
  const chat = page.getByRole("region", { name: "Test chat" });
  const saved = page.getByText("Saved", { exact: true });
  const agent = () => api.agent("research-assistant");

  await test.step("it begins as a template", async () => {
    await api.createAgent({ name: "Butler" });
    await page.goto("/agents");
    await page.getByRole("button", { name: "New agent" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Research assistant/ })
      .click();
    await expect(page).toHaveURL(/\/agents\/research-assistant$/);
  });

  await test.step("what is typed is saved by itself, and a greeting shows as it is typed", async () => {
    await prompt.fill("You answer politely.");
    await expect(saved).toBeVisible();
    expect((await agent()).document.prompts?.system).toBe("You answer politely.");
    await page.getByRole("textbox", { name: "Greeting" }).fill("Good day to you!");
    await expect(chat.getByText("Good day to you!")).toBeVisible();
  });

  await test.step("a message is answered by what is on the screen, and is no conversation of the agent's", async () => {
    await chat.getByRole("textbox", { name: "Message" }).fill("What is on today?");
    await page.keyboard.press("Enter");
    await expect(chat.getByRole("article")).toContainText("Your request: What is on today?");
    expect((await agent()).document.prompts?.greeting).toBe("Good day to you!");
  });

  await test.step("why it answered so is beside the answer", async () => {
    await chat.getByRole("button", { name: "Why this answer?" }).click();
    const why = page.getByRole("region", { name: "Why this answer" });
    await expect(why.getByRole("treegrid").getByText("Research assistant")).toBeVisible();
    await why.getByRole("button", { name: "Close" }).click();
    await expect(why).toBeHidden();
  });

  const versions = page.getByRole("dialog", { name: "Versions" });
  await test.step("it is kept with a note, changed, compared and restored", async () => {
    await page.getByRole("button", { name: "Versions" }).click();
    await versions.getByRole("textbox", { name: "Note" }).fill("Polite");
    await versions.getByRole("button", { name: "Keep this version" }).click();
    await expect(versions.getByRole("button", { name: /^Polite/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await prompt.fill("You answer rudely.");
    await page.getByRole("button", { name: "Versions" }).click();
    await expect(versions.locator("del")).toHaveText("politely");
    await expect(versions.locator("ins")).toHaveText("rudely");
    await versions.getByRole("button", { name: "Restore" }).click();
    await expect(versions).toBeHidden();
    await expect(prompt).toHaveValue("You answer politely.");
    await expect(saved).toBeVisible();
    expect((await agent()).document.prompts?.system).toBe("You answer politely.");
  });

  await test.step("restoring is undone in the same way", async () => {
    await page.getByRole("button", { name: "Versions" }).click();
    await versions.getByRole("button", { name: /^Version 2/ }).click();
    await versions.getByRole("button", { name: "Restore" }).click();
    await expect(prompt).toHaveValue("You answer rudely.");
  });

  await test.step("the list of conversations knows nothing of the test", async () => {
    await page.getByRole("link", { name: "Chat", exact: true }).click();
    await expect(page.getByText("No conversations yet.")).toBeVisible();
  });
});
