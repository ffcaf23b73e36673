/** A workflow leaves as a file and comes back as another workflow. */

import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { WorkflowListScreen } from "./screens/workflow-list";
import { expect, test } from "./story";

test("a workflow is exported, and its file becomes another one that runs", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const document = chain(
    start("topic"),
    template("greet", "Greet", "Hello {{ inputs.topic }}"),
    end({ text: "{{ nodes.greet.text }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Sent by mail", document });
  const list = new WorkflowListScreen(page);
  await page.goto("/workflows?search=Sent");
  await list.card("Sent by mail").getByRole("button", { name: "Actions for Sent by mail" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as file" }).click();
  const file = await (await download).path();

  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page).not.toHaveURL(/search=Sent/);
  const editor = new Editor(page);
  await editor.expectOpen();
  expect(editor.workflowId).not.toBe(id);
  const run = await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  expect((await api.run(run)).output).toEqual({ text: "Hello topic" });
});
