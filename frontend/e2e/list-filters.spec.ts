/** Lists of runs and workflows are narrowed, and stay so behind a link, a run that one opens, and Back. */

import { chain, end, start, template } from "./documents";
import { tabTo } from "./keyboard";
import { expect, test } from "./story";

const LOOMS = "warped 织机";

test("a filter stays while one opens a run and goes back", async ({ page, api }) => {
  const graph = chain(
    start("topic"),
    template("say", "Say", "{{ inputs.topic }}"),
    end({ text: "{{ nodes.say.text }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Filtered looms", document: graph });
  for (const topic of [LOOMS, "plain"]) {
    const run = await api.startRun(id, { topic });
    await expect.poll(async () => (await api.run(run.id)).status).toBe("succeeded");
  }
  const rows = page.getByRole("row").filter({ has: page.getByRole("link", { name: "Filtered looms" }) });
  const filters = page.getByRole("button", { name: "Filters", exact: true });
  const chip = (name: string) => page.getByRole("button", { name: `Remove filter: ${name}` });

  await test.step("by what started it, when, who and which value", async () => {
    await page.goto(`/runs?workflow=${id}`);
    await expect(rows).toHaveCount(2);
    await expect(chip("Workflow: Filtered looms")).toBeVisible();
    await filters.click();
    for (const [field, option] of [
      ["Trigger", "Manual"],
      ["Date", "Last 7 days"],
      ["Started by", "linh"],
    ] as const) {
      await page.getByRole("combobox", { name: field }).click();
      await page.getByRole("option", { name: option }).click();
    }
    await page.keyboard.press("Escape");
    await expect(filters).toBeFocused();
    await page.getByRole("searchbox", { name: "Text in input or output" }).fill(LOOMS);
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/trigger=manual.*person=\d+.*value=warped/);
  });

  await test.step("a run is opened, and Back leads to the same list", async () => {
    const address = page.url();
    await rows.getByRole("link").click();
    await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole("searchbox", { name: "Text in input or output" })).toHaveValue(LOOMS);
    for (const name of ["Trigger: Manual", "Last 7 days", "Started by linh"])
      await expect(chip(name)).toBeVisible();
  });

  await test.step("by keys: a filter that finds nothing is named, and cleared", async () => {
    await page.goto(`/runs?workflow=${id}&trigger=webhook`);
    await expect(page.getByText("Workflow: Filtered looms · Trigger: Webhook")).toBeVisible();
    await tabTo(page, chip("Trigger: Webhook"));
    await page.keyboard.press("Enter");
    await expect(rows).toHaveCount(2);
    await expect(filters).toBeFocused();
  });

  await test.step("workflows by their trigger and last change", async () => {
    await page.goto("/workflows?search=Filtered+looms");
    const card = page.getByRole("article").filter({ hasText: "Filtered looms" });
    await expect(card).toBeVisible();
    await filters.click();
    await page.getByRole("combobox", { name: "Last change" }).click();
    await page.getByRole("option", { name: "Today" }).click();
    await page.getByRole("combobox", { name: "Trigger" }).click();
    await page.getByRole("option", { name: "Webhook" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByText("No workflows match these filters")).toBeVisible();
    await chip("Trigger: Webhook").click();
    await expect(card).toBeVisible();
    await expect(chip("Changed: Today")).toBeVisible();
  });
});
