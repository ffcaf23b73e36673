/** Runs that failed for one reason are run again together, from the failed step, once the reason is gone. */

import { chain, end, start, template } from "./documents";
import { expect, test } from "./story";

test("failed runs are selected and run again from the failed step", async ({ page, api }) => {
  const dialog = page.getByRole("dialog");
  const value = dialog.getByRole("textbox", { name: "Value", exact: true });
  const graph = chain(
    start(),
    template("before", "Before", "Kept"),
    template("share", "Share", "{{ 8 | divided_by: env.LOOMS }}"),
    end({ share: "{{ nodes.before.text }} {{ nodes.share.text }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Shares", document: graph });

  await test.step("two runs fail, because a variable is 0", async () => {
    await page.goto("/settings/variables");
    await page.getByRole("button", { name: "New variable" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("LOOMS");
    await value.fill("0");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog).toBeHidden();
    for (const run of [await api.startRun(id), await api.startRun(id)]) {
      await expect.poll(async () => (await api.run(run.id)).status).toBe("failed");
    }
  });

  await test.step("with the variable mended, both go on", async () => {
    await page.getByRole("button", { name: "Edit LOOMS" }).click();
    await value.fill("2");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`/runs?workflow=${id}&status=failed`);
    const boxes = page.getByRole("checkbox", { name: "Select the failed run of Shares" });
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await box.check();
    await page.getByRole("button", { name: "Run 2 again from the failed step" }).click();
    await expect(dialog.getByRole("status")).toHaveText("2 of 2 run again.");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect.poll(async () => (await api.lastRun(id)).output).toEqual({ share: "Kept 4" });
    expect(await api.runCount(id)).toBe(4);
  });
});
