/** The main tasks by their shortest way: no more actions than today, and no step that has to be taken back. */

import { chain, end, start, template } from "../documents";
import { Editor } from "../screens/editor";
import { expect, test } from "../story";
import { Actions } from "./actions";
import { FIGURES } from "./figures";

const DOCUMENT = chain(
  start(),
  template("greet", "Greeting", "Hello"),
  end({ text: "{{ nodes.greet.text }}" }),
);

function report(task: keyof typeof FIGURES, { count, seconds }: Actions): void {
  test.info().annotations.push({ type: task, description: `${count} actions, ${seconds.toFixed(1)} s` });
  expect(count).toBeLessThanOrEqual(FIGURES[task].today.actions);
}

test("a template has run", async ({ page }) => {
  await page.goto("/workflows");
  const actions = new Actions();
  await actions.act(page.getByRole("button", { name: "New workflow" }).first().click());
  await actions.act(
    page
      .getByRole("dialog")
      .getByRole("button", { name: /^Research and notify/ })
      .click(),
  );
  await actions.act(page.getByRole("dialog").getByRole("button", { name: "Create" }).click());
  const editor = new Editor(page);
  await editor.expectOpen();
  await actions.act(page.getByRole("button", { name: "Run", exact: true }).first().click());
  await actions.act(editor.runBar.form.getByRole("button", { name: "Run" }).click());
  await editor.runBar.expectStatus("Succeeded");
  report("template", actions);
});

test("a chain is built by keys and has run", async ({ page, api }) => {
  // One that another story has made would answer in place of the built-in one.
  for (const { id, is_builtin } of await api.providers()) if (!is_builtin) await api.deleteProvider(id);
  const { id } = await api.createWorkflow({ name: "Chain", document: { nodes: [], edges: [] } });
  await page.goto(`/workflows/${id}`);
  const { canvas, panel, runBar } = new Editor(page);
  const { keyboard } = page;
  const search = page.getByRole("combobox", { name: "Search nodes" });
  await expect(canvas.area).toBeFocused();
  const actions = new Actions();
  await actions.act(keyboard.press("n"));
  await expect(search).toBeFocused();
  await actions.act(keyboard.type("AI"));
  await actions.act(keyboard.press("Enter"));
  await expect(panel.prompt).toBeFocused();
  await actions.act(keyboard.type("Say hello."));
  await actions.act(keyboard.press("Escape"));
  await expect(canvas.area).toBeFocused();
  await actions.act(keyboard.press("n"));
  await expect(search).toBeFocused();
  await actions.act(keyboard.type("End"));
  await actions.act(keyboard.press("Enter"));
  await expect(canvas.edge("AI", "End")).toBeAttached();
  await actions.act(keyboard.press("Control+Enter"));
  await runBar.expectStatus("Succeeded");
  report("chain", actions);
});

test("a comment is written", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Remarks", document: DOCUMENT });
  const editor = new Editor(page);
  await editor.open(id);
  const actions = new Actions();
  await actions.act(editor.canvas.card("Greeting").click());
  await actions.act(page.keyboard.press("Shift+C"));
  await actions.act(page.keyboard.type("Warm enough?"));
  await actions.act(page.keyboard.press("Control+Enter"));
  await expect(page.getByRole("article").filter({ hasText: "Warm enough?" })).toBeVisible();
  report("comment", actions);
});

test("a version is published under a name", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Named", document: DOCUMENT });
  const editor = new Editor(page);
  await editor.open(id);
  const actions = new Actions();
  await actions.act(page.getByRole("button", { name: "Publish", exact: true }).click());
  await actions.act(page.keyboard.type("First words"));
  await actions.act(page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click());
  await expect(page.getByText("Published as version 1")).toBeVisible();
  report("publish", actions);
});
