/** Back and Forward of the browser in the middle of things: the page is whole, and nothing hangs over it. */

import type { Page } from "@playwright/test";
import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

/** Leaves the page in the middle, expects nothing left over there, and comes back. */
async function thereAndBack(page: Page): Promise<void> {
  const address = page.url();
  await page.goBack();
  await expect(page).not.toHaveURL(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("body")).not.toHaveAttribute("data-scroll-locked");
  await page.goForward();
  await expect(page).toHaveURL(address);
}

test("dialogs, a run, versions and a comparison are left and come back to", async ({ page, api }) => {
  const delay = { key: "wait", name: "Wait", type: "delay", config: { seconds: 2 } };
  const text = template("report", "Report", "{{ inputs.a }}");
  const { id } = await api.createWorkflow({
    name: "Back and forth",
    document: chain(start("a"), delay, text, end({ a: "{{ nodes.report.text }}" })),
  });
  const runs = await Promise.all(["x", "y"].map((a) => api.startRun(id, { a })));
  for (const run of runs) await expect.poll(async () => (await api.run(run.id)).status).toBe("succeeded");
  const editor = new Editor(page);

  await test.step("a dialog that is an address, and one that is not", async () => {
    await page.goto("/tables");
    await page.goto("/workflows");
    await page.getByRole("button", { name: "New workflow" }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await thereAndBack(page);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goto("/");
    await page.goto("/tables");
    await page.getByRole("button", { name: "New table" }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await thereAndBack(page);
  });

  await test.step("the form of a run, a run, and what is published", async () => {
    await page.goto("/workflows");
    await page.getByRole("link", { name: "Back and forth" }).first().click();
    await editor.expectOpen();
    await page.getByRole("button", { name: "Run", exact: true }).first().click();
    await expect(editor.runBar.form).toBeVisible();
    await thereAndBack(page);
    await editor.expectOpen();
    await editor.runBar.run();
    await thereAndBack(page);
    await editor.expectOpen();
    await editor.runBar.expectStatus("Succeeded");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await thereAndBack(page);
    await editor.expectOpen();
  });

  await test.step("two runs that are compared", async () => {
    const [one, other] = runs.map((run) => run.id);
    await page.goto(`/runs/${one}`);
    await expect(page.getByRole("treegrid")).toBeVisible();
    await page.goto(`/runs/${one}/compare?with=${other}`);
    const difference = page.getByRole("row", { name: /^Report/ }).getByRole("button");
    await difference.click();
    await thereAndBack(page);
    await expect(difference).toBeVisible();
  });
});

test("what was deleted leads on to the others of its kind", async ({ page, watch }) => {
  watch.allow(/Failed to load resource.*404/);
  const gone = "00000000-0000-4000-8000-000000000000";
  const pages = {
    Workflows: [`/workflows/${gone}`, `/workflows/${gone}/tests`, `/workflows/${gone}/evaluations`],
    Runs: [`/runs/${gone}`, `/runs/${gone}/compare?with=${gone}`],
    Agents: ["/agents/gone", "/agents/gone/chat"],
    Knowledge: [`/knowledge/${gone}`],
    Tables: [`/tables/${gone}`],
  };
  for (const [place, addresses] of Object.entries(pages))
    for (const address of addresses)
      await test.step(address, async () => {
        await page.goto(address);
        const on = page.getByRole("alert").getByRole("link", { name: `Go to ${place}` });
        await on.click();
        await expect(page).toHaveURL(new RegExp(`/${place.toLowerCase()}$`));
      });
});
