/** A talk with an agent on the offline model: streaming, tools, versions, search, judgement, links. */

import type { Locator } from "@playwright/test";
import { expect, test } from "./story";

const LONG = "On and on. ".repeat(500);

test("a person talks to an agent, changes their mind, and shares the talk", { tag: "@smoke" }, async ({
  page,
  api,
  visitor,
}) => {
  const { slug } = await api.createAgent({
    name: "Butler",
    model: {
      offline_script: [
        { text: "I look at the clock.", toolCalls: [{ tool: "system:get_current_time" }] },
        { text: "It is time for **tea**, as ever. ".repeat(8) },
        // Long enough to be stopped on a busy machine.
        { text: LONG },
        { text: LONG },
      ],
    },
    prompts: { greeting: "What may I do for you?", suggestions: ["What time is it?"] },
    tool_ids_inventory: ["system:get_current_time"],
  });
  const answers = page.locator("article");

  await test.step("a suggestion begins the talk, and the tool call stands in the answer", async () => {
    await page.goto(`/agents/${slug}/chat`);
    await expect(page.getByText("What may I do for you?")).toBeVisible();
    await page.getByRole("button", { name: "What time is it?" }).click();
    await expect(page.getByText("I look at the clock.")).toBeVisible();
    await expect(answers.first().locator("strong").first()).toHaveText("tea");
    await expect(page.getByRole("button", { name: "Regenerate" })).toBeVisible();
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
    await page.getByRole("button", { name: "Stop generating" }).click();
    await expect(page.getByText("Stopped.")).toBeVisible();
  });

  await test.step("Escape stops an answer, unless it closes something", async () => {
    await page.getByRole("textbox", { name: "Message" }).fill("And on");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Stop generating" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("Stopped.")).toHaveCount(2);
  });

  await test.step("the prompt of an answer is beside it, as it was sent", async () => {
    await answers.first().getByRole("button", { name: "Why this answer?" }).click();
    const why = page.getByRole("region", { name: "Why this answer" });
    await why.getByText("Prompt", { exact: true }).click();
    await expect(why.getByRole("heading", { name: "System prompt" })).toBeVisible();
    await expect(why.getByText("What time is it?")).toBeVisible();
    await expect(why.getByRole("heading", { name: "1 tool" })).toBeVisible();
    await why.getByRole("button", { name: "Close" }).click();
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

test("an answer in Markdown is drawn, and nothing in it runs or loads", async ({ page, api }) => {
  const text = [
    "3. [a link](https://a.test/)\n   - below\n     - further below\n",
    "| Name | Price |\n| - | -: |\n| Tea | 3 |\n",
    "```\ncode\n```\n",
    "![a picture](https://b.test/c.png) <img src=x onerror=alert(1)> [no link](javascript:alert(1))",
  ].join("\n");
  const { slug } = await api.createAgent({
    name: "Writer",
    model: { offline_script: [{ text }] },
    prompts: { greeting: text },
  });
  const isDrawn = async (within: Locator) => {
    await expect(within.locator("ol[start='3'] ul ul")).toHaveText("further below");
    await expect(within.locator("td[align=right]")).toHaveText("3");
    await expect(within.locator("pre code")).toHaveText("code\n");
    for (const name of ["a link", "a picture"]) {
      const link = within.getByRole("link", { name });
      await expect(link).toHaveAttribute("target", "_blank");
      await expect(link).toHaveAttribute("rel", "noreferrer noopener");
    }
    await expect(within.locator("img, a[href^=javascript]")).toHaveCount(0);
    await expect(within.getByText("onerror")).toBeVisible();
  };
  await page.goto(`/agents/${slug}/chat`);
  await isDrawn(page.getByRole("main"));
  await page.getByRole("textbox", { name: "Message" }).fill("Write");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeVisible();
  await isDrawn(page.locator("article").first());
});

test("Enter while an answer is being written sends nothing and keeps the text", async ({ page, api }) => {
  const text = "Nothing is as slow as a slow answer. ".repeat(20);
  const { slug } = await api.createAgent({
    name: "Slow",
    model: { offline_script: [{ text }, { text: "Here I am." }] },
  });
  await page.goto(`/agents/${slug}/chat`);
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill("Go on");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Stop generating" })).toBeVisible();
  await expect(page.getByText("The answer is being written. Your draft stays here")).toBeVisible();
  await field.pressSequentially("And you?");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("And you?");
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeVisible();
  await expect(field).toHaveValue("And you?");
  await expect(page.locator("article")).toHaveCount(1);
  await expect(page.getByText("Press Enter to send, Shift+Enter for a new line.")).toBeVisible();
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await expect(page.locator("article")).toHaveCount(2);
});

test("a long answer is followed, until somebody scrolls up", async ({ page, api }) => {
  const lines = Array.from({ length: 120 }, (_, at) => `Line ${at}\n\n`);
  const text = `${lines.join("")}\`\`\`\nmake tea\n\`\`\`\n\nThe end.`;
  const { slug } = await api.createAgent({
    name: "Reciter",
    model: { offline_script: [{ text, delayMs: 400 }] },
  });
  await page.goto(`/agents/${slug}/chat`);
  const field = page.getByRole("textbox", { name: "Message" });
  const toEnd = page.getByRole("button", { name: "Scroll to the end" });
  await field.fill("Recite");
  await field.press("Enter");
  const end = page.getByText("The end.").last();
  await expect(end).toBeInViewport();
  await expect(toEnd).toHaveCount(0);

  await end.hover();
  await page.mouse.wheel(0, -3000);
  await expect(toEnd).toBeVisible();
  await expect(end).not.toBeInViewport();
  await toEnd.click();
  await expect(end).toBeInViewport();
  await expect(toEnd).toHaveCount(0);

  await end.hover();
  await page.mouse.wheel(0, -3000);
  await expect(toEnd).toBeVisible();
  await field.fill("And again?");
  await field.press("Enter");
  await expect(page.getByText("The end.")).toHaveCount(2);
  await expect(end).toBeInViewport();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("article").last().locator(".code").getByRole("button", { name: "Copy" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("make tea\n");
});
