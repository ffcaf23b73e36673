/** A page that had to do without a socket takes the next one that it gets. */

import type { WebSocketRoute } from "@playwright/test";
import { approval, chain, end, start } from "./documents";
import { expect, test } from "./story";

const ASKING = chain(
  start("topic"),
  approval("ask", "Sign-off", { title: "Publish {{ inputs.topic }}?" }),
  end({ text: "{{ inputs.topic }}" }),
);

let isRefusing = true;
/** True once a socket has sent all that it had to. */
let isLive = false;

test.beforeEach(async ({ context, watch }) => {
  isRefusing = true;
  isLive = false;
  watch.allow(/WebSocket connection to/);
  await context.routeWebSocket(/\/ws\//, refuse);
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
