/** Versions: publish with a name, see what differs, bring one back, undo that. */

import { chain, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("a workflow is published, compared and brought back", { tag: "@smoke" }, async ({ page, api }) => {
  const document = chain(start("topic"), template("greet", "Greet", "Hello {{ inputs.topic }}"));
  const { id } = await api.createWorkflow({ name: "Greetings", document });
  const editor = new Editor(page);
  await editor.open(id);
  const publishAs = async (name: string) => {
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish version" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(dialog).toBeHidden();
  };
  await publishAs("First");

  await api.changeNode(id, "greet", { config: { template: "Goodbye {{ inputs.topic }}" } });
  await page.reload();
  await expect(page.getByRole("button", { name: "Publish" })).toHaveAccessibleDescription(
    /unpublished changes/,
  );
  await page.getByRole("button", { name: "Versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Versions" });

  await test.step("the draft is compared with what is published", async () => {
    await dialog.getByRole("button", { name: /Greet.*1 field/ }).click();
    await expect(dialog.locator("del")).toHaveText("Hello");
    await expect(dialog.locator("ins")).toHaveText("Goodbye");
    await expect(dialog.getByRole("group", { name: "Greet: changed" })).toHaveClass(/fl-change-changed/);
  });

  await test.step("keys of the editor leave the draft alone meanwhile", async () => {
    await dialog.getByRole("group", { name: "Greet: changed" }).click();
    await page.keyboard.press("Delete");
    expect((await api.graph(id)).nodes).toHaveLength(document.nodes.length);
  });

  await test.step("the version comes back as one edit", async () => {
    await dialog.getByRole("button", { name: /First/ }).click();
    await dialog.getByRole("button", { name: "Restore" }).click();
    await page
      .getByRole("dialog")
      .filter({ hasText: "Replace the draft with version 1" })
      .last()
      .getByRole("button", { name: "Restore" })
      .click();
    await expect(dialog).toBeHidden();
    await editor.expectSaved();
    expect((await api.graph(id)).nodes.find(({ key }) => key === "greet")?.config.template).toContain(
      "Hello",
    );
    await expect(page.getByRole("button", { name: "Publish" })).toHaveAccessibleDescription(
      /no changes since/,
    );
  });

  await test.step("one undo takes it back", async () => {
    await page.keyboard.press("Control+z");
    await editor.expectSaved();
    expect((await api.graph(id)).nodes.find(({ key }) => key === "greet")?.config.template).toContain(
      "Goodbye",
    );
  });
});
