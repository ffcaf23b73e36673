/** Runs as a person follows them: two compared, one node debugged, triggers made live, a delivery sent again. */

import { chain, end, start } from "../documents";
import { Editor } from "../screens/editor";
import { expect, test } from "../story";
import { Actions } from "./actions";

test("a flow that classifies and routes is debugged, and two of its runs are compared", async ({
  page,
  api,
}) => {
  const { id } = await api.createWorkflow({ name: "Routed", template: "route-by-topic" });
  const editor = new Editor(page);
  await editor.open(id);
  const run = page.getByRole("button", { name: "Run", exact: true }).first();
  const actions = new Actions(page);

  await actions.click(run);
  await actions.click(editor.runBar.form.getByRole("button", { name: "Run" }));
  await editor.runBar.expectStatus("Succeeded");
  await actions.click(run);
  await actions.click(editor.runBar.form.getByRole("textbox").first());
  await actions.press("Control+a");
  await actions.write("The museum opens a new hall on Sunday.");
  await actions.click(editor.runBar.form.getByRole("button", { name: "Run" }));
  await expect.poll(() => api.runCount(id)).toBe(2);
  await editor.runBar.expectStatus("Succeeded");

  const node = editor.canvas.cards.nth(1);
  await actions.click(node);
  await actions.press("d");
  await actions.click(page.getByRole("button", { name: "Run this node" }));
  await expect(editor.panel.debug.outcome).toContainText("Succeeded");

  await actions.click(editor.runBar.status.getByRole("link").first());
  await actions.click(page.getByRole("button", { name: "Compare" }));
  await actions.click(page.getByRole("menuitem").first());
  await expect(page).toHaveURL(/\/compare\?with=/);
  await expect(page.getByRole("button", { name: /differences?$/ }).first()).toBeVisible();
  actions.report("debug and compare");
});

test("a schedule and a webhook are live, and a refused delivery is sent again", async ({ page, api }) => {
  const COUNT = { name: "count", type: "integer", title: "Count", required: true };
  const document = chain({ ...start(), config: { fields: [COUNT] } }, end({ count: "{{ inputs.count }}" }));
  const { id } = await api.createWorkflow({ name: "By clock and call", document });
  const editor = new Editor(page);
  await editor.open(id);
  const actions = new Actions(page);
  for (const trigger of ["Schedule", "Webhook"]) {
    await actions.click(editor.canvas.card("Start"));
    await actions.click(editor.panel.of("Start").getByRole("button", { name: trigger }));
    await expect(editor.canvas.card(trigger)).toBeVisible();
  }
  await actions.click(page.getByRole("button", { name: "Publish", exact: true }));
  const dialog = page.getByRole("dialog", { name: "Publish version" });
  await actions.click(dialog.getByRole("button", { name: "Publish", exact: true }));
  const done = page.getByRole("dialog", { name: "Published as version 1" });
  await expect(done).toContainText("Next:");
  await actions.click(done.getByRole("button", { name: "Done" }));

  const hook = (await api.graph(id)).nodes.find(({ type }) => type === "webhook");
  const address = await api.triggerAddress(id, hook?.key ?? "");
  expect((await page.request.post(address, { data: { count: "a dozen" } })).status()).toBe(422);
  // Another person's work, which is not counted: the workflow takes what arrived.
  await api.changeNode(id, "start", { config: { fields: [{ ...COUNT, type: "text" }] } });
  await api.publish(id);

  await actions.click(editor.canvas.card("Webhook"));
  const deliveries = editor.panel.of("Webhook").getByRole("region", { name: "Deliveries" });
  await actions.click(deliveries.getByRole("button", { name: "Send again" }));
  await expect(deliveries.getByText("Started")).toBeVisible();
  await expect.poll(async () => (await api.lastRun(id)).output).toEqual({ count: "a dozen" });
  actions.report("schedule, webhook, resend");
});
