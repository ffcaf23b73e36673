/** Three templates of the gallery that run without network and key. */

import { Editor } from "./screens/editor";
import { WorkflowListScreen } from "./screens/workflow-list";
import { expect, test } from "./story";

const TEMPLATES = [
  {
    name: "Research and notify",
    lastNode: "End",
    output: { message: expect.stringContaining("News about electric buses in cities") },
  },
  { name: "Summarise text", lastNode: "End", output: { length: expect.anything() } },
  { name: "Route by topic", lastNode: "End", output: { about_money: true } },
];

for (const { name, lastNode, output } of TEMPLATES) {
  test(`“${name}” runs to its end on the offline model`, async ({ page, api }) => {
    const list = new WorkflowListScreen(page);
    await list.open();
    await list.startFrom(name);

    const editor = new Editor(page);
    await editor.expectOpen(name);
    await expect(page.getByRole("button", { name: /error/ })).toHaveCount(0);
    const runId = await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");
    await editor.canvas.expectStatus(lastNode, "succeeded");

    const run = await api.run(runId);
    expect(run.output).toMatchObject(output);
    expect(run.node_runs.every(({ status }) => ["succeeded", "skipped"].includes(status))).toBe(true);
  });
}
