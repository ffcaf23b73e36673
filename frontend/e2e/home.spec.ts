/** Returning users find failures, waiting approvals, recent work, and a way to everything. */

import { approval, chain, end, start } from "./documents";
import { AdminPanel } from "./screens/admin";
import { Editor } from "./screens/editor";
import { SessionScreen } from "./screens/session";
import { WorkflowListScreen } from "./screens/workflow-list";
import { expect, test } from "./story";
import { expectAccessible } from "./visual/accessible";

test.use({ stage: "approvals" });

test("what waits is answered on the home page, and a failure leads to its node", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const asking = await api.createWorkflow({
    name: "Ask before noon",
    document: chain(
      start("topic"),
      approval("ask", "Noon check", { title: "Send {{ inputs.topic }}?" }),
      end({}),
    ),
  });
  await api.startRun(asking.id, { topic: "the minutes" });
  const failing = await api.createWorkflow({
    name: "Divide by nothing",
    document: chain(start("topic"), {
      key: "divide",
      name: "Divide",
      type: "code",
      config: { code: "1 / 0" },
    }),
  });
  const { id } = await api.startRun(failing.id, { topic: "x" });
  await expect.poll(async () => (await api.run(id)).status).toBe("failed");

  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  const card = page
    .getByRole("region", { name: "Waiting for you" })
    .getByRole("article", { name: "Noon check" });
  await card.getByRole("button", { name: "Approve" }).click();
  await expect(card).toBeHidden();
  await expect(page.getByText("Success rate")).toBeVisible();

  await page
    .getByRole("region", { name: "Recent failures" })
    .getByRole("link", { name: /Divide by nothing/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/runs/${id}\\?node=divide$`));
  await expect(page.locator("aside").getByRole("heading", { name: "Divide" })).toBeVisible();
});

test("the rail folds to icons, stays folded, and is a bar on a phone", async ({ page }) => {
  await page.goto("/");
  const rail = page.getByRole("navigation", { name: "Main" });
  await expect(rail.getByText("Workflows")).toBeVisible();
  await rail.getByRole("button", { name: "Fold sidebar" }).click();
  await expect(rail.getByText("Workflows")).toBeHidden();
  await page.reload();
  await expect(rail.getByRole("link", { name: "Workflows" })).toBeVisible();
  await expect(rail.getByText("Workflows")).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rail.getByRole("link")).toHaveText(["Home", "Workflows", "Runs", /^Approvals/]);
  await rail.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page).toHaveURL(/\/settings/);
});

test("a wish in one's own words leads to a workflow that has its first step", async ({ page }) => {
  await page.goto("/");
  const wish = page.getByRole("combobox", { name: "What should happen?" });
  await wish.fill("send a message when a form is filled in");
  const templates = page.getByRole("group", { name: "Templates that fit" });
  await expect(templates.getByRole("option", { name: /Leads from a form/ })).toBeVisible();
  await wish.fill("start every morning");
  await page
    .getByRole("group", { name: "Begin with one step" })
    .getByRole("option", { name: /^Schedule/ })
    .click();
  await expect(page).toHaveURL(/\/workflows\/[^/?]+$/);
  await expect(page.getByRole("complementary", { name: "Settings of Schedule" })).toBeVisible();
});

test("a new workflow begins with the same field, and its first step names it", async ({ page }) => {
  const list = new WorkflowListScreen(page);
  const wish = page.getByRole("combobox", { name: "What should happen?" });
  const name = page.getByRole("textbox", { name: "Workflow name" });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await list.open();
    await list.startFrom("Empty workflow");
    await expect(name).toHaveValue("New workflow");
    await expect(wish).toBeInViewport({ ratio: 1 });
    const place = await wish.boundingBox();
    await wish.fill("ask somebody for approval");
    const step = page
      .getByRole("group", { name: "Begin with one step" })
      .getByRole("option", { name: /^Approval/ });
    await expect(step).toBeVisible();
    await expect(page.getByRole("group", { name: "Templates that fit" })).toBeVisible();
    expect(await wish.boundingBox()).toEqual(place);
    await expectAccessible(page);
    await wish.press("Enter");
    await expect(page.getByRole("option", { selected: true })).toHaveCount(1);
    await expect(name).toHaveValue("New workflow");
    const options = page.getByRole("option");
    const ahead = (await options.allTextContents()).findIndex((text) => text.startsWith("Approval"));
    for (let at = 0; at < ahead; at += 1) await wish.press("ArrowDown");
    await expect(step).toHaveAttribute("aria-selected", "true");
    await wish.press("Enter");
    await expect(name).toHaveValue("Ask somebody for approval");
    await new Editor(page).expectSaved();
    await expect(page.getByRole("complementary", { name: "Settings of Approval" })).toBeVisible();
  }
  await list.open();
  await expect(list.card("Ask somebody for approval")).toHaveCount(2);
});

test("a template takes the place of a workflow in which nothing was done", async ({ page }) => {
  const list = new WorkflowListScreen(page);
  await list.open();
  await list.startFrom("Empty workflow");
  await page.getByRole("combobox", { name: "What should happen?" }).fill("compare three models");
  const removal = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page
    .getByRole("group", { name: "Templates that fit" })
    .getByRole("option", { name: /^Compare three models/ })
    .click();
  await new Editor(page).expectOpen("Compare three models");
  expect((await removal).status()).toBe(204);
  await list.open();
  await expect(list.card("Compare three models")).toBeVisible();
  await expect(list.card("New workflow")).toHaveCount(0);
});

test("the starters of a newcomer stand in whole rows at every width", async ({ page, visitor }) => {
  const newcomer = { username: "ines", password: "over and under 5" };
  await new AdminPanel(page).createPerson(newcomer);
  await new SessionScreen(visitor).signIn(newcomer);
  const starters = visitor.getByRole("list", { name: "Worth a first look" }).getByRole("listitem");
  await expect(starters).toHaveCount(4);
  for (const width of [390, 768, 1024, 1440]) {
    await visitor.setViewportSize({ width, height: 900 });
    const rows = () =>
      starters.evaluateAll((cards) => {
        const tops = cards.map((card) => Math.round(card.getBoundingClientRect().top));
        return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
      });
    // As many in the last row as in the first.
    await expect.poll(async () => new Set(await rows()).size, `at ${width}`).toBe(1);
  }
});
