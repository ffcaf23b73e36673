/** The first minutes: the printed link, the first account, and three workflows that run without network and key. */

import { Api } from "./api";
import { Editor } from "./screens/editor";
import { SessionScreen } from "./screens/session";
import { WorkflowListScreen } from "./screens/workflow-list";
import { ADMINISTRATOR, expect, test } from "./story";

test.use({ stage: "untouched" });
test.describe.configure({ mode: "serial" });

const TEMPLATES = [
  {
    name: "Research and notify",
    lastNode: "End",
    output: { message: expect.stringContaining("News about electric buses in cities") },
  },
  { name: "Summarise text", lastNode: "End", output: { length: expect.anything() } },
  { name: "Route by topic", lastNode: "End", output: { about_money: true } },
];

test("the printed link creates the administrator and leads to the gallery", async ({ page, product }) => {
  await new SessionScreen(page).createAccount(product.setupLink, ADMINISTRATOR);
  const list = new WorkflowListScreen(page);
  await expect(list.title).toBeVisible();
  for (const { name } of TEMPLATES) await expect(list.templates.filter({ hasText: name })).toBeVisible();
  expect(await list.templates.count()).toBeGreaterThanOrEqual(20);
});

test("the link works once", async ({ page, product, watch }) => {
  watch.allow(/status of 403/);
  await page.goto(product.setupLink);
  await expect(page.getByRole("heading", { name: "The link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Flowloom" })).toBeVisible();
});

for (const { name, lastNode, output } of TEMPLATES) {
  test(`“${name}” runs to its end on the offline model`, async ({ page, context }) => {
    await new SessionScreen(page).signIn(ADMINISTRATOR);
    await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
    const list = new WorkflowListScreen(page);
    await list.open();
    await list.startFrom(name);

    const editor = new Editor(page);
    await editor.expectOpen(name);
    await expect(page.getByRole("button", { name: /error/ })).toHaveCount(0);
    const runId = await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");
    await editor.canvas.expectStatus(lastNode, "succeeded");

    const run = await new Api(context.request).run(runId);
    expect(run.output).toMatchObject(output);
    expect(run.node_runs.every(({ status }) => ["succeeded", "skipped"].includes(status))).toBe(true);
  });
}
