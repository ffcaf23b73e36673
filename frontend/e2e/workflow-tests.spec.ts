/** A run is kept as a test, which finds out what a later change of the graph breaks. */

import { chain, end, start, template } from "./documents";
import { RunPage } from "./screens/run-page";
import { expect, test } from "./story";

test("a run becomes a test that passes, until the graph says something else", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const workflow = await api.createWorkflow({
    name: "Letter",
    document: chain(
      start("name"),
      template("hello", "Greeting", "Dear {{ inputs.name }}"),
      end({ text: "{{ nodes.hello.text }}" }),
    ),
  });
  const { id } = await api.startRun(workflow.id, { name: "Ada" });
  const run = new RunPage(page);
  await run.open(id);
  await expect(run.header).toContainText("Succeeded");
  await page.getByRole("button", { name: "Save as test" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Greets dearly");
  await page.getByRole("button", { name: "Save test" }).click();
  await page.waitForURL(`**/workflows/${workflow.id}/tests`);
  const row = page.getByRole("row", { name: /Greets dearly/ });
  await expect(row).toContainText("Not run yet");
  await row.getByRole("button", { name: "Run", exact: true }).click();
  await expect(row).toContainText("Passed");

  await api.changeNode(workflow.id, "hello", { config: { template: "Hi {{ inputs.name }}" } });
  await page.getByRole("button", { name: "Run all" }).click();
  await expect(row).toContainText("1 difference");
  await row.getByRole("button", { name: "Greets dearly", exact: true }).click();
  await expect(page.getByText("The output at $ is different.")).toBeVisible();
  await expect(page.getByText("Hi Ada")).toBeVisible();
});
