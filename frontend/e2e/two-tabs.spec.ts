/** Two tabs of one person on the same thing: each shows what the other saved, and none loses what was typed in it. */

import type { Page } from "@playwright/test";
import { chain, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("on one workflow", async ({ page, context, api, watch }) => {
  // Who saves second sees what the first one changed.
  watch.allow(/status of 409/);
  const document = chain(start(), template("one", "one", "a"), template("two", "two", "b"));
  const { id } = await api.createWorkflow({ name: "Two tabs", document });
  const open = async (tab: Page, key: string) => {
    const editor = new Editor(tab);
    await editor.open(id);
    await editor.panel.open(key);
    return { editor, field: tab.locator("[data-field=template] .cm-content") };
  };
  const first = await open(page, "one");
  const second = await open(await context.newPage(), "one");

  await first.field.fill("written in the first tab");
  await expect(second.field).toHaveText("written in the first tab");

  await test.step("both type at once, into different nodes", async () => {
    await second.editor.panel.open("two");
    await second.field.press("End");
    await Promise.all([
      first.field.pressSequentially(", and more", { delay: 50 }),
      second.field.pressSequentially("oth sides", { delay: 50 }),
    ]);
    for (const { editor } of [first, second]) await editor.expectSaved();
    await expect(first.field).toHaveText("written in the first tab, and more");
    await expect(second.field).toHaveText("both sides");
    const stored = (await api.graph(id)).nodes.map(({ config }) => config.template);
    expect(stored.slice(1)).toEqual(["written in the first tab, and more", "both sides"]);
  });
});

test("on one agent", async ({ page, context, api, watch }) => {
  watch.allow(/status of 409/);
  const agent = await api.createAgent({ name: "Butler" });
  const open = async (tab: Page) => {
    await tab.goto(`/agents/${agent.slug}`);
    await tab.getByRole("button", { name: "Limits" }).click();
    return {
      description: tab.getByRole("textbox", { name: "Description" }),
      rounds: tab.getByRole("textbox", { name: "Max rounds" }),
      temperature: tab.getByRole("textbox", { name: "Temperature" }),
      saved: tab.getByText("Saved", { exact: true }),
    };
  };
  const first = await open(page);
  const second = await open(await context.newPage());
  await expect(second.description).toBeVisible();

  await test.step("a change is shown without a reload", async () => {
    await first.description.fill("Answers questions");
    await first.temperature.fill("0.05");
    await expect(second.description).toHaveValue("Answers questions");
    await expect(second.temperature).toHaveValue("0.05");
  });

  await test.step("both type at once, into different fields", async () => {
    await Promise.all([
      first.description.pressSequentially(" about the house", { delay: 60 }),
      second.rounds.fill("7"),
    ]);
    for (const { description, rounds, saved } of [first, second]) {
      await expect(saved).toBeVisible();
      await expect(description).toHaveValue("Answers questions about the house");
      await expect(rounds).toHaveValue("7");
    }
    expect((await api.agent(agent.slug)).document).toMatchObject({
      description: "Answers questions about the house",
      limits: { max_tool_rounds: 7 },
      model: { temperature: 0.05 },
    });
  });
});
