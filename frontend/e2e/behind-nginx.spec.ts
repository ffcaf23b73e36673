/** Behind an nginx as it comes from its package, which refuses every Upgrade, all stays in use over HTTP. */

import { approval, chain, end, start, template, withForm } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test.use({ stage: "approvals", env: { BEHIND_NGINX: "1" } });

const DOCUMENT = chain(
  start("topic"),
  template("greet", "Greeting", "Hello {{ inputs.topic }}"),
  end({ text: "{{ nodes.greet.text }}" }),
);
const ASKING = chain(
  start("topic"),
  approval("ask", "Sign-off", { title: "Publish {{ inputs.topic }}?" }),
  end({ text: "{{ inputs.topic }}" }),
);

test.beforeEach(({ watch }) => watch.allow(/WebSocket connection to/));

test("a run page, and a run and a debug run in the editor, come to their end", async ({ page, api }) => {
  const asking = await api.createWorkflow({ name: "Asked without sockets", document: ASKING });
  const { id } = await api.startRun(asking.id, { topic: "paper" });
  await page.goto(`/runs/${id}`);
  await page.getByRole("button", { name: "Approve" }).first().click();
  await expect(page.getByText("Succeeded").first()).toBeVisible();
  await expect(page.getByText("Running")).toHaveCount(0);

  const { id: workflow } = await api.createWorkflow({ name: "No sockets", document: DOCUMENT });
  const editor = new Editor(page);
  await editor.open(workflow);
  await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  await editor.canvas.expectStatus("Greeting", "succeeded");

  await editor.canvas.select("Greeting");
  await editor.canvas.press("d");
  await editor.panel.root.getByRole("button", { name: "Run this node" }).click();
  await expect(editor.panel.root.getByText("Succeeded").first()).toBeVisible();
});

test("what another one saves comes into the editor", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Edited without sockets", document: DOCUMENT });
  const editor = new Editor(page);
  await editor.open(id);
  await api.changeNode(id, "greet", { name: "Salute" });
  await expect(editor.canvas.card("Salute")).toBeVisible();
  await api.comment(id, "greet", "Warm enough?");
  await expect(editor.canvas.card("Salute").getByRole("button", { name: "1 comment" })).toBeVisible();
});

test("agents answer those who have an account and those who have a link", async ({ page, visitor, api }) => {
  const { slug } = await api.createAgent({ name: "Unplugged" });
  for (const [tab, address] of [
    [page, `/agents/${slug}/chat`],
    [visitor, await api.shareAgent(slug)],
  ] as const) {
    await tab.goto(address);
    await tab.getByRole("textbox", { name: "Message" }).fill("Are you there?");
    await tab.getByRole("textbox", { name: "Message" }).press("Enter");
    await expect(tab.getByText("Your request: Are you there?")).toBeVisible();
    await expect(tab.getByText("Thinking…")).toHaveCount(0);
  }
});

test("a public form shows its result, and the lists show new runs", async ({ page, visitor, api }) => {
  const { id } = await api.createWorkflow({ name: "Form without sockets", document: withForm(DOCUMENT) });
  await api.publish(id);
  await page.goto(`/runs?workflow=${id}`);
  await visitor.goto(await api.triggerAddress(id, "public"));
  await visitor.getByRole("textbox", { name: "topic" }).fill("paper");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByText("Hello paper")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "Succeeded" })).toBeVisible();
});
