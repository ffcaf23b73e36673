/** Two people on one workflow: each sees the other, what they save, and what both changed at once. */

import type { Page } from "@playwright/test";
import { Api } from "./api";
import { chain, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { ADMINISTRATOR, expect, test } from "./story";

const MAI = { username: "mai", password: "shuttle and loom 5" };

test("two people edit one workflow", { tag: "@smoke" }, async ({ page, visitor, api, watch }) => {
  // What both changed is refused once, and then sent again without it.
  watch.allow(/status of 409/, /ERR_INTERNET_DISCONNECTED/, /WebSocket connection to/);
  const document = chain(start(), template("one", "one", "first"), template("two", "two", "second"));
  const { id } = await api.createWorkflow({ name: "Together", document });
  await new Api(visitor.context().request).setUp(await api.invite(MAI.username), MAI);
  await api.addEditor(id, MAI.username, new Api(visitor.context().request));
  const open = async (tab: Page) => {
    const editor = new Editor(tab);
    await editor.open(id);
    return { tab, editor, field: tab.locator("[data-field=template] .cm-content") };
  };
  const first = await open(page);
  const second = await open(visitor);

  await test.step("each sees that the other is there, and what is selected", async () => {
    await expect(first.tab.getByRole("img", { name: `Also here: ${MAI.username}` })).toBeVisible();
    await expect(second.tab.getByRole("img", { name: `Also here: ${ADMINISTRATOR.username}` })).toBeVisible();
    await second.editor.panel.open("two");
    await expect(first.tab.locator(".fl-other-ring")).toHaveCount(1);
  });

  await test.step("what one saves appears at the other, and undo leaves it alone", async () => {
    await first.editor.panel.open("one");
    await first.field.fill("from the first");
    await first.editor.expectSaved();
    await second.editor.panel.open("one");
    await expect(second.field).toHaveText("from the first");
  });

  await test.step("what both wrote is shown with both values", async () => {
    await second.tab.context().setOffline(true);
    await second.field.fill("mine");
    await api.changeNode(id, "one", { config: { template: "theirs" } });
    await second.tab.context().setOffline(false);
    const card = second.tab.getByRole("alert", { name: "Editing conflict" });
    await expect(card).toContainText("mine");
    await expect(card).toContainText("theirs");
    await expect(second.field).toHaveText("theirs");
    await card.getByRole("button", { name: "Keep mine" }).click();
    await expect(card).toBeHidden();
    await expect(second.field).toHaveText("mine");
    await expect(first.field).toHaveText("mine");
  });

  await test.step("a node that one removes while the other types in it can be put back with the text", async () => {
    await second.tab.context().setOffline(true);
    await second.field.fill("typed meanwhile");
    await first.tab.keyboard.press("Escape");
    await first.editor.canvas.select("one");
    await first.editor.canvas.press("Delete");
    await expect(first.editor.canvas.card("one")).toBeHidden();
    await first.editor.expectSaved();
    await second.tab.context().setOffline(false);
    const card = second.tab.getByRole("alert", { name: "Editing conflict" });
    await expect(card).toContainText(`${ADMINISTRATOR.username} removed`);
    await card.getByRole("button", { name: "Keep mine" }).click();
    await expect(card).toBeHidden();
    await second.editor.expectSaved();
    await first.editor.panel.open("one");
    await expect(first.field).toHaveText("typed meanwhile");
  });
});
