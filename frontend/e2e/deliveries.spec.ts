/** A delivery that does not fit the workflow is kept: it is looked at, the workflow is mended, and it is sent again. */

import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

const COUNT = { name: "count", type: "integer", title: "Count", required: true };

test("a rejected delivery is looked at and sent again", async ({ page, api, watch }) => {
  watch.allow(/console error: .*\b400\b/);
  const graph = chain(start(), end({ count: "{{ inputs.count }}" }));
  const hook = chain({ key: "hook", name: "Orders", type: "webhook", config: {} });
  const beside = hook.nodes.map((node) => ({ ...node, position: { x: -400, y: 120 } }));
  const document = { ...graph, nodes: [...graph.nodes, ...beside] };
  const { id } = await api.createWorkflow({ name: "Counted", document });
  await api.changeNode(id, "start", { config: { fields: [COUNT] } });
  await api.publish(id);
  const address = await api.triggerAddress(id, "hook");
  const refused = await page.request.post(address, { data: { count: "a dozen" } });
  expect(refused.status()).toBe(422);

  const editor = new Editor(page);
  await editor.open(id);
  await editor.canvas.card("Orders").click();
  const deliveries = editor.panel.of("Orders").getByRole("region", { name: "Deliveries" });
  const again = deliveries.getByRole("button", { name: "Send again" });

  await test.step("why it was rejected, and what arrived", async () => {
    await expect(deliveries.getByText("Rejected", { exact: true })).toBeVisible();
    await expect(deliveries.getByText("“Count” must be a whole number.")).toBeVisible();
    await deliveries.getByRole("button", { name: "Show what arrived" }).click();
    await expect(deliveries).toContainText("a dozen");
  });

  await test.step("nothing starts while it still does not fit", async () => {
    await again.click();
    await expect(page.getByRole("alert")).toContainText("The inputs are not valid");
    await expect(page.getByRole("alert")).toContainText("“Count” must be a whole number.");
    await expect(deliveries.getByText("Rejected", { exact: true })).toBeVisible();
    expect(await api.runCount(id)).toBe(0);
  });

  await test.step("with the workflow mended, it starts one run", async () => {
    await api.changeNode(id, "start", { config: { fields: [{ ...COUNT, type: "text" }] } });
    await api.publish(id);
    await again.click();
    await expect(deliveries.getByText("Started")).toBeVisible();
    await expect(deliveries.getByText("Rejected", { exact: true })).toHaveCount(0);
    await expect.poll(async () => (await api.lastRun(id)).output).toEqual({ count: "a dozen" });
    expect(await api.runCount(id)).toBe(1);
  });

  await test.step("what was rejected meanwhile starts all at once", async () => {
    await api.changeNode(id, "start", { config: { fields: [COUNT] } });
    await api.publish(id);
    for (const count of ["a pair", "a score"]) await page.request.post(address, { data: { count } });
    await page.reload();
    await editor.canvas.card("Orders").click();
    await deliveries.getByRole("button", { name: "Send all rejected again" }).click();
    await expect(page.getByText("2 deliveries still do not fit.")).toBeVisible();
    await api.changeNode(id, "start", { config: { fields: [{ ...COUNT, type: "text" }] } });
    await api.publish(id);
    await deliveries.getByRole("button", { name: "Send all rejected again" }).click();
    await expect(page.getByText("2 runs were started.")).toBeVisible();
    await expect(deliveries.getByText("Rejected", { exact: true })).toHaveCount(0);
    await expect.poll(() => api.runCount(id)).toBe(3);
    await deliveries.getByRole("link", { name: "Run" }).first().click();
    await expect(page).toHaveURL(/\/runs\//);
  });
});
