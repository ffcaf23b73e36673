/** The main tasks by their shortest way: no more actions than today, and no step that has to be taken back. */

import { chain, end, start, template } from "../documents";
import { Editor } from "../screens/editor";
import { expect, test } from "../story";
import { Actions } from "./actions";

const DOCUMENT = chain(
  start(),
  template("greet", "Greeting", "Hello"),
  end({ text: "{{ nodes.greet.text }}" }),
);

test("a template has run", async ({ page, api }) => {
  // An empty list has the templates in it, without the button.
  await api.createWorkflow({ name: "First of the task" });
  await page.goto("/workflows");
  const actions = new Actions(page);
  await actions.click(page.getByRole("button", { name: "New workflow" }).first());
  await actions.click(page.getByRole("dialog").getByRole("button", { name: /^Research and notify/ }));
  await actions.click(page.getByRole("dialog").getByRole("button", { name: "Create" }));
  const editor = new Editor(page);
  await editor.expectOpen();
  await actions.click(page.getByRole("button", { name: "Run", exact: true }).first());
  await actions.click(editor.runBar.form.getByRole("button", { name: "Run" }));
  await editor.runBar.expectStatus("Succeeded");
  actions.report("template");
});

test("a chain is built by keys and has run", async ({ page, api }) => {
  // One that another story has made would answer in place of the built-in one.
  for (const { id, is_builtin } of await api.providers()) if (!is_builtin) await api.deleteProvider(id);
  const { id } = await api.createWorkflow({ name: "Chain", document: { nodes: [], edges: [] } });
  await page.goto(`/workflows/${id}`);
  const { canvas, panel, runBar } = new Editor(page);
  const search = page.getByRole("combobox", { name: "Search nodes" });
  await expect(canvas.area).toBeFocused();
  const actions = new Actions(page);
  await actions.press("n");
  await expect(search).toBeFocused();
  await actions.write("AI");
  await actions.press("Enter");
  await expect(panel.prompt).toBeFocused();
  await actions.write("Say hello.");
  await actions.press("Escape");
  await expect(canvas.area).toBeFocused();
  await actions.press("n");
  await expect(search).toBeFocused();
  await actions.write("End");
  await actions.press("Enter");
  await expect(canvas.edge("AI", "End")).toBeAttached();
  await actions.press("Control+Enter");
  await runBar.expectStatus("Succeeded");
  actions.report("chain");
});

test("a comment is written", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Remarks", document: DOCUMENT });
  const editor = new Editor(page);
  await editor.open(id);
  const actions = new Actions(page);
  await actions.click(editor.canvas.card("Greeting"));
  await actions.press("Shift+C");
  await actions.write("Warm enough?");
  await actions.press("Control+Enter");
  await expect(page.getByRole("article").filter({ hasText: "Warm enough?" })).toBeVisible();
  actions.report("comment");
});

test("a version is published under a name", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Named", document: DOCUMENT });
  const editor = new Editor(page);
  await editor.open(id);
  const actions = new Actions(page);
  await actions.click(page.getByRole("button", { name: "Publish", exact: true }));
  await actions.write("First words");
  await actions.click(page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }));
  await expect(page.getByText("Published as version 1")).toBeVisible();
  actions.report("publish");
});
