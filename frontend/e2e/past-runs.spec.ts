/** Runs of before are looked at in the editor, and what they gave is marked once it is out of date. */

import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("a past run is shown as it was, and outputs are marked once they are out of date", async ({
  page,
  api,
}) => {
  const document = chain(
    start("topic"),
    template("greet", "Greet", "Hello {{ inputs.topic }}"),
    template("close", "Close", "Bye {{ inputs.topic }}"),
    end({ text: "{{ nodes.greet.text }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Watched again", document });
  const first = await api.startRun(id, { topic: "ants" });
  await expect.poll(async () => (await api.run(first.id)).status).toBe("succeeded");
  await api.changeNode(id, "greet", { config: { template: "Good day {{ inputs.topic }}" } });
  const editor = new Editor(page);
  await editor.open(id);
  const { canvas, dock, panel } = editor;

  await test.step("the list leads to the run, with its graph, its settings and its film", async () => {
    await page.getByRole("button", { name: "Open run details" }).click();
    await dock.show("Runs");
    await dock.root.getByLabel("Status").click();
    await page.getByRole("option", { name: "Failed" }).click();
    await expect(dock.root.getByText("No runs match these filters")).toBeVisible();
    await dock.root.getByLabel("Status").click();
    await page.getByRole("option", { name: "Succeeded" }).click();
    await dock.root
      .getByRole("row", { name: /Succeeded/ })
      .getByRole("button")
      .click();
    await canvas.expectStatus("Greet", "succeeded");
    await expect(canvas.card("Greet")).toContainText("Hello");
    await expect(dock.trace.filter({ hasText: "Greet" })).toBeVisible();
    await dock.root.getByRole("slider", { name: "Moment of the run" }).fill("0");
    await canvas.expectNoStatus("Greet");
  });

  await test.step("keys leave the draft alone, and one press goes back to it", async () => {
    await canvas.card("Greet").click();
    await expect(panel.root).toBeVisible();
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Back to draft" }).click();
    await expect(canvas.card("Greet")).toContainText("Good day");
    await canvas.expectNoStatus("Greet");
    expect((await api.graph(id)).nodes).toHaveLength(document.nodes.length);
  });

  await test.step("a change marks the node and what comes after it; an undo takes the marks away", async () => {
    const mark = (name: string) => canvas.card(name).getByRole("img", { name: /^Out of date/ });
    await editor.runBar.run();
    await canvas.expectStatus("End", "succeeded");
    await canvas.card("Close").click();
    await page.keyboard.press("b");
    await expect(mark("Close")).toBeVisible();
    await expect(mark("End")).toBeVisible();
    await expect(mark("Greet")).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(mark("End")).toHaveCount(0);
  });
});
