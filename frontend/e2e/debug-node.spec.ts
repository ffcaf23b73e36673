/** One node alone: typed inputs in, its outcome out, everything else left as it is. */

import { chain, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("an AI node runs alone with typed run inputs", { tag: "@smoke" }, async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "Debug AI", template: "research-and-notify" });
  const editor = new Editor(page);
  const { canvas, panel } = editor;
  await editor.open(workflow.id);
  await canvas.select("Research");
  await panel.show("Debug");
  await expect(panel.debug.outcome).toContainText("Not run yet");
  await panel.debug.type("Topic", { topic: "tea houses", audience: "travellers" });
  await panel.debug.run();

  await expect(panel.debug.outcome).toContainText("Succeeded");
  await expect(panel.debug.outcome).toContainText("Write five sentences about tea houses for travellers.");
  const call = await panel.debug.toolCalls.open("Research questions");
  await call.getByRole("button", { name: /^questions/ }).click();
  await expect(call).toContainText("What is it, in one sentence?");

  await test.step("no other node ran, and the canvas shows no run", async () => {
    for (const name of ["Topic", "Message", "Notify Feishu", "End"]) await canvas.expectNoStatus(name);
    const run = await api.lastRun(workflow.id);
    expect(run).toMatchObject({ kind: "debug", target_node: "research", status: "succeeded" });
    const ran = run.node_runs.filter(({ mocked }) => !mocked).map(({ node_key: key }) => key);
    expect(ran).toEqual(["research"]);
  });
});

test("a node runs with a typed output of the node before it, saved or not", async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "Debug template", template: "research-and-notify" });
  const editor = new Editor(page);
  const { canvas, panel } = editor;
  await editor.open(workflow.id);
  await canvas.select("Message");
  await panel.show("Debug");
  await panel.debug.type("Topic", { topic: "tea" });
  await panel.debug.type("Research", { result: "Typed by hand." });
  await panel.debug.run();
  await expect(panel.debug.outcome).toContainText("News about tea Typed by hand.");

  await test.step("input that is no object is said at its field, the last valid one is kept", async () => {
    await panel.debug.typeText("Research", "{ half");
    await expect(panel.debug.inputs).toContainText("This must be a JSON object.");
  });

  await test.step("a failure is told as the outcome", async () => {
    await canvas.select("Research");
    await panel.show("Settings");
    await panel.prompt.fill("{{ inputs.topic }}");
    await editor.expectSaved();
    await panel.show("Debug");
    await panel.debug.type("Topic", { topic: "" });
    await panel.debug.run();
    await expect(panel.debug.outcome).toContainText("Failed");
    await expect(panel.debug.outcome).toContainText("The prompt is empty after values are filled in.");
  });
});

test("an HTTP node in test mode shows its last answer and sends nothing", async ({ page, api, product }) => {
  const fetch = {
    key: "fetch",
    name: "Fetch",
    type: "http_request",
    config: { url: `${product.url}/api/health/` },
  };
  const workflow = await api.createWorkflow({ name: "Debug HTTP", document: chain(start(), fetch) });
  const editor = new Editor(page);
  const { outcome } = editor.panel.debug;
  await editor.open(workflow.id);
  await editor.canvas.select("Fetch");
  await editor.panel.show("Debug");
  await editor.panel.debug.useTools("Tools in test mode");
  await editor.panel.debug.run();
  await expect(outcome).toContainText("send GET");
  await expect(outcome).not.toContainText("content-type");

  await editor.panel.debug.useTools("Live tools");
  await editor.panel.debug.run();
  await expect(outcome).toContainText("content-type");
  await expect(outcome).not.toContainText("send GET");

  await editor.panel.debug.useTools("Tools in test mode");
  await editor.panel.debug.run();
  await expect(outcome).toContainText("send GET");
  await expect(outcome).toContainText("content-type");
});
