/** Work on a phone: approve, check runs, change a setting, talk to an agent. 390 pixels wide. */

import type { Page } from "@playwright/test";
import { approval, chain, end, fetching, start, template } from "./documents";
import { Approvals } from "./screens/approvals";
import { Editor } from "./screens/editor";
import { Gate } from "./services/gate";
import { expect, test } from "./story";

test.use({ stage: "approvals", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Nothing reaches beyond the right edge, and the page begins at the left one. */
async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("main")].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...overflow), `pixels beyond the edge of ${page.url()}`).toBe(0);
}

test("an approval is answered, and its run looked at", { tag: "@smoke" }, async ({ page, api }) => {
  const workflow = await api.createWorkflow({
    name: "Publish from the train",
    document: chain(
      start("topic"),
      approval("ask", "Sign-off", { title: "Publish {{ inputs.topic }}?" }),
      end({ done: "yes" }),
    ),
  });
  const run = await api.startRun(workflow.id, { topic: "timetables" });
  await page.goto("/approvals");
  await expect(page.getByText("Publish timetables?")).toBeVisible();
  await expectFits(page);

  await page.goto(`/runs/${run.id}`);
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toBeInViewport();
  await expectFits(page);
  await approve.tap();
  await expect(page.locator("header").getByText("Succeeded")).toBeVisible();

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Runs" }).tap();
  const row = page.getByRole("link", { name: "Publish from the train" });
  await expect(row).toBeInViewport();
  await expectFits(page);
  await row.tap();
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}`));
});

test("the graph is whole, what waits as well, and Run keeps its place while a run begins and ends", async ({
  page,
  api,
}) => {
  const { id } = await api.createWorkflow({
    name: "A walk with a question on the way to the station",
    document: chain(
      start(),
      template("greet", "Greeting", "Hello"),
      approval("ask", "Sign-off", { title: "Go on?" }),
      end({ done: "yes" }),
    ),
  });
  const editor = new Editor(page);
  await editor.open(id);
  for (const name of ["Start", "Greeting", "Sign-off", "End"]) await editor.canvas.expectFree(name);
  const bar = page.locator("header.fl-bar");
  const place = async (button: string) =>
    (await bar.getByRole("button", { name: button, exact: true }).boundingBox())?.y;
  const before = await place("Run");
  await editor.runBar.run();
  await expect(bar.getByText("Waiting")).toBeVisible();
  expect(await place("Stop")).toBe(before);
  const card = editor.dock.root.getByRole("region", { name: /waiting for an answer/ });
  expect(await card.evaluate((part) => part.scrollHeight - part.clientHeight)).toBe(0);
  await card.getByRole("button", { name: "Approve" }).tap();
  await expect(bar.getByText("Succeeded")).toBeVisible();
  await expect(editor.dock.root.getByRole("tab", { name: "Output", selected: true })).toBeVisible();
  await expect(editor.dock.root).toContainText("yes");
  expect(await place("Run")).toBe(before);
  await expectFits(page);
});

test("calls that a rule asks about are let through, changed and refused", async ({ page, api }) => {
  const gate = await Gate.start();
  const document = fetching(`${gate.url}orders?limit=1000`);
  const workflow = await api.createWorkflow({ name: "Ask on the train", document });
  await api.rule("ask", "http_request", workflow.id);
  const card = new Approvals(page).card("Fetch");
  const answer = async (decision: "Approve" | "Reject", expected: string, change = async () => {}) => {
    const { id } = await api.startRun(workflow.id, { topic: "orders" });
    await page.goto("/approvals");
    await expect(card).toBeVisible();
    await change();
    await expectFits(page);
    await card.getByRole("button", { name: decision, exact: true }).tap();
    await expect(card).toBeHidden();
    await expect.poll(async () => (await api.run(id)).status).toBe(expected);
  };

  await answer("Approve", "succeeded");
  expect(gate.lastPath).toBe("/orders?limit=1000");
  await answer("Approve", "succeeded", async () => {
    const args = card.getByRole("textbox", { name: "Arguments (JSON)" });
    await args.tap();
    await args.fill(JSON.stringify({ url: `${gate.url}orders?limit=10`, method: "GET", body: null }));
  });
  expect(gate.lastPath).toBe("/orders?limit=10");
  await answer("Reject", "failed");
  expect(gate.calls).toBe(2);
  await gate.stop();
});

test("two runs are compared without scrolling sideways", async ({ page, api }) => {
  const document = chain(
    start("topic"),
    template("report", "Report", "{{ inputs.topic }}"),
    end({ text: "{{ nodes.report.text }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Compare on the train", document });
  const runs: string[] = [];
  for (const topic of ["timetables", `detours${"x".repeat(400)}`]) {
    const run = await api.startRun(id, { topic });
    await expect.poll(async () => (await api.run(run.id)).status).toBe("succeeded");
    runs.push(run.id);
  }
  await page.goto(`/runs/${runs[0]}/compare?with=${runs[1]}`);
  const difference = page.getByRole("row", { name: /^Report/ }).getByRole("button");
  await difference.tap();
  await expect(difference).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("insertion").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Second run" })).toBeInViewport({ ratio: 1 });
  await expectFits(page);
  const beyond = await page
    .getByRole("table")
    .evaluate(({ parentElement: frame }) => (frame ? frame.scrollWidth - frame.clientWidth : 0));
  expect(beyond, "pixels of the table beyond its frame").toBe(0);
});

test("every section of the settings can be reached", async ({ page }) => {
  await page.goto("/settings/providers");
  const sections = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await expect(sections.first()).toBeVisible();
  const names = await sections.allTextContents();
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const section = sections.filter({ hasText: name });
    await section.tap();
    await expect(section).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expectFits(page);
  }
});

test("a message is sent to an agent, and earlier conversations are found", async ({ page, api }) => {
  const agent = await api.createAgent({ name: "Conductor" });
  await page.goto(`/agents/${agent.slug}/chat`);
  const field = page.getByRole("textbox", { name: "Message" });
  await field.tap();
  await field.pressSequentially("When does the train leave?");
  await page.getByRole("button", { name: "Send" }).tap();
  await expect(page.getByText("Your request: When does the train leave?")).toBeVisible();
  await expect(field).toBeInViewport();
  await expectFits(page);
  await page.getByRole("button", { name: "Show conversations" }).tap();
  await expect(page.getByRole("complementary").getByText("When does the train leave?")).toBeInViewport();
});
