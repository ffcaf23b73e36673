/** A proxy that refuses every Upgrade, as nginx does where nobody has set it up for WebSockets: all stays in use over HTTP. */

import type { WebSocketRoute } from "@playwright/test";
import { approval, chain, end, start, template, withForm } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

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

let isRefusing = true;
/** True once a socket has sent all that it had to. */
let isLive = false;

test.beforeEach(async ({ context, visitor, watch }) => {
  isRefusing = true;
  isLive = false;
  watch.allow(/WebSocket connection to/);
  for (const one of [context, visitor.context()]) await one.routeWebSocket(/\/ws\//, refuse);
});

/** Closed without a word of the server, which browsers report as 1006. */
function refuse(socket: WebSocketRoute): void {
  if (isRefusing) {
    socket.close({ code: 1001 });
    return;
  }
  const server = socket.connectToServer();
  server.onMessage((message) => {
    socket.send(message);
    isLive ||= message.includes("caught_up");
  });
}

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

test("the socket is used again when it comes, and nothing is there twice", async ({ page, api }) => {
  const { id: workflow } = await api.createWorkflow({ name: "Back again", document: ASKING });
  const { id } = await api.startRun(workflow, { topic: "paper" });
  await page.goto(`/runs/${id}`);
  await expect(page.getByRole("button", { name: "Approve" }).first()).toBeVisible();
  isRefusing = false;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  // Until the socket is open, the page goes on asking.
  await expect.poll(() => isLive).toBe(true);
  const polls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/events/")) polls.push(request.url());
  });
  const expectEachOnce = async () => {
    const names = await page.getByRole("treegrid", { name: "Trace" }).getByRole("row").allInnerTexts();
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names).size).toBe(names.length);
  };
  await expectEachOnce();
  await page.getByRole("button", { name: "Approve" }).first().click();
  await expect(page.getByText("Succeeded").first()).toBeVisible();
  await expectEachOnce();
  // One may have been on its way.
  expect(polls.length).toBeLessThanOrEqual(1);
});
