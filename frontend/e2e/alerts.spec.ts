/** Failures that nobody watches: who set it up is notified of the first, of every n-th, and when all is well again. */

import type { JsonObject } from "../src/api/types";
import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { Receiver } from "./services/receiver";
import { expect, test } from "./story";

const SWITCH = { variable: "{{ inputs.order }}", operator: "equals", value: "bad" };

/** Orders that arrive by a webhook; a bad one stops the run. */
function orders() {
  const check = { key: "check", name: "Check", type: "condition", config: { rows: [SWITCH] } };
  const stop = { key: "refuse", name: "Refuse", type: "stop", config: { message: "No such order." } };
  const hook = { key: "hook", name: "Orders", type: "webhook", config: { respond: "when_done" } };
  const graph = chain(start("order"), { ...check, out: "true" }, stop);
  const [rest] = chain(end({ done: "{{ inputs.order }}" })).nodes;
  const [begins] = chain(hook).nodes;
  if (!rest || !begins) throw new Error("a chain has its nodes");
  rest.position = { x: 700, y: 320 };
  begins.position = { x: -400, y: 120 };
  const otherwise = { id: "e", source: "check", source_port: "false", target: "end", target_port: "in" };
  return { nodes: [...graph.nodes, rest, begins], edges: [...graph.edges, otherwise] };
}

test("the first failure, every second one and the end of them are reported", async ({ page, api, watch }) => {
  watch.allow(/^500 from .*\/hooks\//);
  const receiver = await Receiver.start();
  const { id } = await api.createWorkflow({ name: "Orders", document: orders() });
  await api.publish(id);
  const address = await api.triggerAddress(id, "hook");

  await test.step("set up in the settings of the workflow", async () => {
    await new Editor(page).open(id);
    await page.getByRole("button", { name: "Workflow settings" }).click();
    const dialog = page.getByRole("dialog", { name: "Workflow settings" });
    await dialog.getByRole("button", { name: "Notify someone" }).click();
    await dialog.getByText("Webhook", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "Webhook URL" }).fill(`${receiver.url}/alerts`);
    await dialog.getByRole("textbox", { name: "Repeat after this many failures in a row" }).fill("2");
    await dialog.getByRole("button", { name: "Save" }).first().click();
    await expect(
      dialog.getByText("First failure · every 2 failures in a row · when it works again"),
    ).toBeVisible();
  });

  const facts = () => receiver.received.map(({ body: { event, failures } }) => [event, failures]);
  await test.step("five bad orders, then a good one", async () => {
    for (const order of ["bad", "bad", "bad", "bad", "bad", "good"])
      await page.request.post(address, { data: { order } });
    await expect
      .poll(() => facts().toSorted())
      .toEqual([
        ["run.failed", 1],
        ["run.failed", 2],
        ["run.failed", 4],
        ["run.recovered", 0],
      ]);
  });

  await test.step("the link opens the run at the node that failed", async () => {
    const first = receiver.received.find(({ body }) => body.failures === 1)?.body ?? {};
    expect(first.error).toMatchObject({ message: "No such order.", node: "refuse" });
    await page.goto(String((first.run as JsonObject).url));
    const detail = page.getByRole("complementary");
    await expect(detail.getByRole("heading", { name: "Refuse" })).toBeVisible();
    await expect(detail).toContainText("No such order.");
  });
  await receiver.stop();
});
