/** Two runs are compared value by value, also where a value is too long to be shown at once. */

import { chain, end, start, template } from "./documents";
import { HANGS_MS, watchTasks } from "./long-tasks";
import { expect, test } from "./story";

/** About 16 kB each; the only difference is far beyond the shown part of a list. */
const lines = (last: string) =>
  [
    ...Array.from({ length: 400 }, (_, at) => `Line ${at} of a report that is the same in both runs.`),
    last,
  ].join("\n");

test("what differs in two runs is shown whole when it is asked for", async ({ page, api }) => {
  const document = chain(
    start("topic"),
    template("report", "Report", "{{ inputs.topic }}"),
    template("same", "Same", "Good day"),
    end({ text: "{{ nodes.report.text }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Reports", document });
  const runs: string[] = [];
  for (const last of ["All looms stood still.", "All looms were running."]) {
    const run = await api.startRun(id, { topic: lines(last) });
    await expect.poll(async () => (await api.run(run.id)).status).toBe("succeeded");
    runs.push(run.id);
  }
  await page.goto(`/runs/${runs[0]}/compare?with=${runs[1]}`);
  const row = page.getByRole("row", { name: /^Report/ });
  await expect(page.getByRole("row", { name: /^Same/ })).toContainText("Same");
  await row.getByRole("button", { name: "1 difference" }).click();
  await expect(page.getByRole("deletion")).toHaveCount(0);
  await page.getByRole("button", { name: "Show whole values" }).click();
  await expect(page.getByRole("deletion").first()).toHaveText("stood");
  await expect(page.getByRole("insertion").first()).toHaveText("were");
  await expect(page.getByText("Line 399 of")).toBeVisible();
  await expect(page.getByText("Line 20 of")).toBeHidden();
  await page.getByRole("button", { name: /unchanged lines/ }).click();
  await expect(page.getByText("Line 20 of")).toBeVisible();
});

/** A side of `/compare/value/` holds at most this; one of the texts is longer. */
const MEGABYTE = 1_000_000;

for (const [words, length] of [
  ["nearly a megabyte", 0.9 * MEGABYTE],
  ["more than a megabyte", MEGABYTE + 200_000],
] as const)
  test(`the page stays usable with two texts of ${words}`, async ({ page, api }) => {
    const document = chain(
      start("text"),
      template("make", "Make", "{{ inputs.text }}"),
      end({ text: "{{ nodes.make.text }}" }),
    );
    const { id } = await api.createWorkflow({ name: `Texts of ${words}`, document });
    const runs: string[] = [];
    for (const word of ["warp", "weft"]) {
      const text = Array.from({ length: 80_000 }, (_, at) => `Line ${at} ${word}\n`).join("");
      const run = await api.startRun(id, { text: text.slice(0, length) });
      await expect.poll(async () => (await api.run(run.id)).status).toBe("succeeded");
      runs.push(run.id);
    }
    await page.goto(`/runs/${runs[0]}/compare?with=${runs[1]}`);
    const longestTask = await watchTasks(page);
    await page.getByRole("row", { name: /^Make/ }).getByRole("button").click();
    await page.getByRole("button", { name: "Show whole values" }).first().click();
    await expect(page.getByRole("button", { name: "Show whole values" })).toHaveCount(0);
    await expect(page.getByRole("insertion").first()).toContainText("weft");
    expect(await longestTask(), "milliseconds in which the page took nothing").toBeLessThan(HANGS_MS);
    const isCut = length > MEGABYTE;
    await expect(page.getByText("A value over 1 MB is cut")).toHaveCount(isCut ? 1 : 0);
  });
