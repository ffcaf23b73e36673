/** Accidental actions are reported with one-press undo, and shortcuts apply to the visible focus. */

import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

const DOCUMENT = chain(
  start(),
  template("greet", "Greeting", "Hello"),
  end({ text: "{{ nodes.greet.text }}" }),
);

test("each slip is reported with Undo, which takes it back", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Slips", document: DOCUMENT });
  const editor = new Editor(page);
  await editor.open(id);
  const { canvas } = editor;
  const undo = async (words: string) => {
    const notice = page.getByRole("alert").filter({ hasText: words });
    await notice.getByRole("button", { name: "Undo" }).click();
    await expect(notice).toBeHidden();
  };
  const graph = async () => {
    await editor.expectSaved();
    return api.graph(id);
  };

  await expect(canvas.area).toBeFocused();
  await page.keyboard.press("t");
  await expect(page.getByRole("radio", { name: "Test" })).toBeChecked();
  await undo("Test mode");
  await expect(page.getByRole("radio", { name: "Live" })).toBeChecked();

  await canvas.select("Greeting");
  await page.keyboard.press("Delete");
  await expect(canvas.edge("Start", "End")).toBeAttached();
  await undo("Deleted");
  await expect(canvas.edge("Start", "Greeting")).toBeAttached();
  await expect(canvas.edge("Start", "End")).not.toBeAttached();

  await canvas.select("Greeting");
  await page.keyboard.press("b");
  await undo("Bypass changed");
  await canvas.select("Greeting");
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
  await expect(canvas.cards).toHaveCount(4);
  await undo("Pasted");
  await expect(canvas.cards).toHaveCount(3);
  const before = (await graph()).nodes.map(({ position }) => position);
  await canvas.dragBy("Greeting", { x: 0, y: 160 });
  await canvas.press("Escape");
  await canvas.press("l");
  await undo("Tidied up");
  const after = await graph();
  expect(after.nodes.map(({ position }) => position)).not.toEqual(before);
  expect(after.nodes.every(({ bypass }) => !bypass)).toBe(true);
});

test("N goes behind a start that is alone, and a name finds its trigger", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "First keys", document: chain(start()) });
  const { canvas, ...editor } = new Editor(page);
  await page.goto(`/workflows/${id}`);
  await expect(canvas.area).toBeFocused();
  await page.keyboard.press("n");
  await page.keyboard.type("template");
  await page.keyboard.press("Enter");
  await expect(canvas.edge("Start", "Template")).toBeAttached();
  await expect(editor.panel.root).toBeVisible();
  await canvas.select("Template");
  await canvas.press("n");
  await page.keyboard.type("schedule");
  await expect(page.getByRole("option").first()).toHaveText(/^Schedule/);
  await page.keyboard.press("Enter");
  await expect(canvas.card("Schedule")).toBeVisible();
});

test("a dialog gives the focus back to what opened it, or to the canvas", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Returned", document: DOCUMENT });
  const editor = new Editor(page);
  await editor.open(id);
  const dialog = page.getByRole("dialog");
  const publish = page.getByRole("button", { name: "Publish", exact: true });
  for (const [open, opener] of [
    [() => publish.click(), publish],
    [() => editor.canvas.press("?"), editor.canvas.area],
  ] as const) {
    await open();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Keyboard shortcuts");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor.canvas.area).toBeFocused();
  await editor.canvas.select("Greeting");
  await page.keyboard.press("Shift+C");
  await expect(page.getByRole("textbox", { name: "Write a comment" })).toBeFocused();
  await page.getByRole("button", { name: "Close comments" }).click();
  await expect(editor.canvas.card("Greeting")).toBeFocused();
  await expect(editor.canvas.area.getByRole("button", { name: "Run up to here", exact: true })).toBeVisible();
});
