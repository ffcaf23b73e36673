/** A run that has ended shows first what came of it: the answer, the failure, or that nothing ran. */

import { chain, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("the answer, the failure and a run without work are what one sees first", async ({ page, api }) => {
  const editor = new Editor(page);
  const result = editor.dock.root.getByRole("region", { name: "Result" });

  await test.step("without an End node the output of the last node is the result, as it is meant", async () => {
    const document = chain(start(), template("greet", "Greeting", "It is **Ada**."));
    await editor.open((await api.createWorkflow({ name: "Answers", document })).id);
    await editor.runBar.run();
    await expect(result).toContainText("Output of the last step, “Greeting”");
    await expect(result).toContainText("Ada");
  });

  await test.step("a failure names the node, in the dock and at its card, without a number", async () => {
    const divide = { key: "divide", name: "Divide", type: "code", config: { code: "1 / 0" } };
    const document = chain(start(), divide);
    const { id } = await api.createWorkflow({ name: "Fails", document });
    await editor.open(id);
    await editor.runBar.run();
    await expect(result).toContainText("“Divide” failed");
    const remedy = "Correct the node or the values that arrive at it.";
    await expect(result).toContainText(remedy);
    await expect(page.locator(".fl-notice")).toContainText("“Divide” failed");
    await expect(page.locator(".fl-notice")).toContainText(remedy);
    await expect(result).not.toContainText(/\b\d{4}\b/);
  });

  await test.step("a start that leads nowhere is no success", async () => {
    const document = { ...chain(start(), template("greet", "Greeting", "Hello")), edges: [] };
    const { id } = await api.createWorkflow({ name: "Loose", document });
    await editor.open(id);
    await editor.runBar.run();
    await expect(result).toContainText("Nothing ran");
    await page.goto("/runs");
    const row = page.getByRole("row", { name: /Loose/ });
    await expect(row).toContainText("Nothing ran");
    await expect(row).not.toContainText("Succeeded");
  });
});
