/** Variables of the installation, which an administrator sets, and of a workflow, which its runs keep. */

import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("workflows share what an administrator sets once", async ({ page, api, watch }) => {
  watch.allow(/status of 400/);
  const dialog = page.getByRole("dialog");
  const value = dialog.getByRole("textbox", { name: "Value", exact: true });
  await page.goto("/settings/variables");
  await page.getByRole("button", { name: "New variable" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("2nd-team");
  await value.fill("Looms");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toContainText("begin with no digit");
  await dialog.getByRole("textbox", { name: "Name" }).fill("TEAM");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "TEAM" })).toContainText("Looms");

  const document = chain(start(), template("greet", "greet", ""), end({ text: "{{ nodes.greet.text }}" }));
  const { id } = await api.createWorkflow({ name: "Shared values", document });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.panel.open("greet");
  await page.locator("[data-field=template] .cm-content").click();
  await page.keyboard.type("Dear {{ TE");
  await expect(page.getByRole("option", { name: /TEAM/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await editor.expectSaved();
  const run = await editor.runBar.run();
  await expect.poll(async () => (await api.run(run)).output).toEqual({ text: "Dear Looms" });

  await page.goto("/settings/variables");
  await page.getByRole("button", { name: "Edit TEAM" }).click();
  await value.fill("Shuttles");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const again = await api.startRun(id);
  await expect.poll(async () => (await api.run(again.id)).output).toEqual({ text: "Dear Shuttles" });
});

test("a workflow keeps a count over its runs, which a person looks at and sets right", async ({
  page,
  api,
}) => {
  const count = { name: "visits", operation: "increment", value: "1", owner: "workflow" };
  const document = chain(
    start(),
    { key: "count", name: "count", type: "assign", config: { assignments: [count] } },
    template("greet", "greet", ""),
    end({ text: "{{ nodes.greet.text }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Counts", document });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.panel.open("greet");
  await page.locator("[data-field=template] .cm-content").click();
  await page.keyboard.type("Visit {{ vis");
  // What the node gave in this run, and what the workflow keeps.
  await expect(page.getByRole("option", { name: /visits/ })).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.locator("[data-field=template] .cm-content").fill("");
  await page.keyboard.type("Visit {{ vars.visits }}");
  await editor.expectSaved();
  for (const text of ["Visit 1", "Visit 2"]) {
    const run = await editor.runBar.run();
    await expect.poll(async () => (await api.run(run)).output).toEqual({ text });
  }
  await page.getByRole("button", { name: "Workflow settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Workflow settings" });
  const value = dialog.getByRole("textbox", { name: "visits" });
  await expect(value).toHaveValue("2");
  await value.fill("forty");
  await value.press("Enter");
  await expect(dialog).toContainText("Not valid JSON");
  await value.fill("41");
  await value.press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const run = await editor.runBar.run();
  await expect.poll(async () => (await api.run(run)).output).toEqual({ text: "Visit 42" });
});
