/** A workflow that begins when another one fails, made by hand as people make their error workflow. */

import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("the end of a failed run starts the workflow that waits for it", async ({ page, api }) => {
  const stop = { key: "refuse", name: "Refuse", type: "stop", config: { message: "The stock is empty." } };
  const failing = await api.createWorkflow({ name: "Refill", document: chain(start(), stop) });
  const report = chain(start("error"), end({ report: "{{ inputs.error }}" }));
  const waiting = await api.createWorkflow({ name: "Report", document: report });
  const editor = new Editor(page);
  await editor.open(waiting.id);

  await test.step("the trigger is added, set up and published", async () => {
    await page.getByRole("button", { name: "Add node", exact: true }).click();
    await page.getByRole("combobox", { name: "Search nodes" }).fill("error workflow");
    await page.keyboard.press("Enter");
    const panel = editor.panel.of("End of a run");
    await panel.getByLabel("Workflow", { exact: true }).fill("refill");
    await page.getByRole("option", { name: /Refill/ }).click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.locator(".fl-trigger")).toContainText("Live");
  });

  await test.step("a failure of the other one, and nothing else, starts it", async () => {
    const failed = await api.startRun(failing.id);
    await expect.poll(() => api.runCount(waiting.id)).toBe(1);
    await expect.poll(async () => (await api.lastRun(waiting.id)).status).toBe("succeeded");
    const { output } = await api.lastRun(waiting.id);
    expect(JSON.stringify(output)).toContain("The stock is empty.");
    const deliveries = editor.panel.of("End of a run").getByRole("region", { name: "Deliveries" });
    await deliveries.getByRole("button", { name: "Show what arrived" }).click();
    await expect(deliveries).toContainText(failed.id);
  });
});
