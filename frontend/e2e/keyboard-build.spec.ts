/** From an empty workflow to a finished run without a mouse. */

import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("a chain is built, configured and run by keyboard alone", { tag: "@smoke" }, async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "By keys", document: { nodes: [], edges: [] } });
  const editor = new Editor(page);
  const { canvas, panel } = editor;
  await page.goto(`/workflows/${workflow.id}`);
  await expect(page.getByRole("textbox", { name: "Workflow name" })).toHaveValue("By keys");
  const { keyboard } = page;
  const list = page.getByRole("combobox", { name: "Search nodes" });

  await test.step("the first step brings its start, and the caret is in its prompt", async () => {
    await keyboard.press("n");
    await expect(list).toBeFocused();
    await keyboard.type("AI");
    await keyboard.press("Enter");
    await expect(panel.prompt).toBeFocused();
    await keyboard.type("Say hello.");
    await keyboard.press("Escape");
    await expect(canvas.area).toBeFocused();
  });

  await test.step("the next one is connected behind it, and its first field has the focus", async () => {
    await keyboard.press("n");
    await expect(list).toBeFocused();
    await keyboard.type("End");
    await keyboard.press("Enter");
    await expect(canvas.edge("AI", "End")).toBeAttached();
    await expect(canvas.card("End")).toBeInViewport();
    await expect(panel.root.getByRole("button", { name: "Add", exact: true })).toBeFocused();
    await keyboard.press("Enter");
    await keyboard.type("answer");
    await keyboard.press("Tab");
    await keyboard.type("{{ nodes.ai.result }}");
    // The first one may close the list of variables; one too many would drop the selection.
    await expect(async () => {
      await keyboard.press("Escape");
      await expect(canvas.area).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await expect(canvas.card("End")).toHaveClass(/selected/);
  });

  await test.step("arrows walk along the chain, and Enter opens a node where it is written in", async () => {
    await canvas.area.press("Alt+ArrowLeft");
    await expect(canvas.card("End")).not.toHaveClass(/selected/);
    await canvas.area.press("Alt+ArrowLeft");
    await expect(canvas.card("Start")).toHaveClass(/selected/);
    await canvas.area.press("Alt+ArrowRight");
    await expect(canvas.card("AI")).toHaveClass(/selected/);
    await keyboard.press("Enter");
    await expect(panel.prompt).toBeFocused();
    await expect(panel.prompt).toHaveText("Say hello.");
    await keyboard.press("Escape");
    await expect(canvas.area).toBeFocused();
  });

  await test.step("Ctrl+Enter runs it", async () => {
    await editor.expectSaved();
    await keyboard.press("Control+Enter");
    await editor.runBar.expectStatus("Succeeded");
    expect((await api.lastRun(workflow.id)).output).toEqual({
      answer: expect.stringContaining("offline model"),
    });
  });
});

test("a command gets other keys, and menus and tooltips show them", async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "Keys", template: "research-and-notify" });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const { keyboard } = page;
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const nodes = sheet.getByRole("button", { name: "Change the keys of Show or hide nodes" });

  await editor.canvas.press("?");
  await nodes.click();
  await keyboard.press("b");
  await expect(sheet.getByRole("alert")).toContainText("“Bypass”");
  await keyboard.press("Control+t");
  await expect(sheet.getByRole("alert")).toContainText("belongs to the browser");
  await keyboard.press("Control+Alt+l");
  await expect(nodes).toHaveAccessibleName(/nodes Ctrl Alt L$/);
  await keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await editor.canvas.press("p");
  await expect(editor.palette.drawer).toBeHidden();
  await editor.canvas.press("Control+Alt+l");
  await expect(editor.palette.drawer).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Show or hide nodes" }).hover();
  await expect(page.getByRole("tooltip")).toContainText("Ctrl+Alt+L");
  await editor.canvas.press("?");
  await sheet.getByRole("button", { name: "Reset all" }).click();
  await expect(nodes).toHaveAccessibleName(/nodes P$/);
});
