/** A talk with an agent on the offline model: streaming, tools, versions, search, judgement, links. */

import { expect, test } from "./story";

test("a person talks to an agent, changes their mind, and shares the talk", async ({
  page,
  api,
  visitor,
}) => {
  await api.createAgent({
    name: "Butler",
    model: {
      offline_script: [
        { text: "I look at the clock.", toolCalls: [{ tool: "system:get_current_time" }] },
        { text: "It is time for **tea**, as ever. ".repeat(8) },
      ],
    },
    prompts: { greeting: "What may I do for you?", suggestions: ["What time is it?"] },
    tool_ids_inventory: ["system:get_current_time"],
  });
  const answers = page.locator("article");

  await test.step("a suggestion begins the talk, and the tool call stands in the answer", async () => {
    await page.goto("/agents/butler/chat");
    await expect(page.getByText("What may I do for you?")).toBeVisible();
    await page.getByRole("button", { name: "What time is it?" }).click();
    await expect(page.getByText("I look at the clock.")).toBeVisible();
    await expect(answers.first().locator("strong").first()).toHaveText("tea");
    await expect(page.getByRole("button", { name: "Regenerate" })).toBeVisible();
    await page.getByRole("button", { name: "Show the steps" }).click();
    await answers.first().getByRole("button", { name: "Current time" }).click();
    await expect(page.getByText("Arguments")).toBeVisible();
  });

  await test.step("an edited question is a version beside the first", async () => {
    await page.getByRole("button", { name: "Edit the question" }).click();
    await page.getByRole("textbox", { name: "Question" }).fill("Is it time for coffee?");
    await page.getByRole("article").getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("2 / 2")).toBeVisible();
    await page.getByRole("button", { name: "Previous version" }).click();
    await expect(answers.first()).toContainText("What time is it?");
  });

  await test.step("an answer is stopped", async () => {
    await page.getByRole("textbox", { name: "Message" }).fill("Go on");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Stop the answer" }).click();
    await expect(page.getByText("Stopped.")).toBeVisible();
  });

  await test.step("it is judged, and found by what was said", async () => {
    await page.getByRole("button", { name: "Good answer" }).first().click();
    await expect(page.getByRole("button", { name: "Good answer" }).first()).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    const search = page.getByRole("searchbox", { name: "Search conversations" });
    await search.fill("coffee");
    await expect(page.getByRole("navigation", { name: "Conversations" })).toContainText("What time is it?");
    await search.fill("no such thing");
    await expect(page.getByText("No matching conversations.")).toBeVisible();
  });

  await test.step("a visitor reads it by link", async () => {
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = await page.getByRole("status").locator("code").textContent();
    await visitor.goto(link ?? "");
    await expect(visitor.getByText("What time is it?")).toHaveCount(0);
    await expect(visitor.getByText("Is it time for coffee?")).toBeVisible();
    await expect(visitor.getByRole("textbox")).toHaveCount(0);
  });
});
