/** Time axis of an open run: with a wrong browser clock, and on a small screen. */

import { approval, chain, end, start } from "./documents";
import { RunPage } from "./screens/run-page";
import { expect, test } from "./story";

test.use({ stage: "approvals" });

const HOUR_MS = 3_600_000;
const WAIT = { key: "wait", name: "Wait", type: "delay", config: { seconds: 1 } };
const DOCUMENT = chain(start(), WAIT, approval("ask", "Sign-off", { title: "Go on?" }), end({}));

function barOf(run: RunPage, name: string | RegExp) {
  const row = run.trace.filter({ hasText: name });
  const bar = row.locator("td:nth-child(2) > span").first();
  return {
    row,
    bar,
    track: row.locator("td:nth-child(2)"),
    place: async () => (await bar.boundingBox()) ?? NONE,
  };
}

const NONE = { x: 0, y: 0, width: 0, height: 0 };

for (const [words, ahead] of [
  ["behind", -HOUR_MS],
  ["ahead", HOUR_MS],
] as const)
  test(`a browser whose clock is an hour ${words} draws the bars of a run as they are`, async ({
    page,
    api,
  }) => {
    const { id } = await api.createWorkflow({ name: `Clock ${words}`, document: DOCUMENT });
    await page.clock.install({ time: Date.now() + ahead });
    const { id: runId } = await api.startRun(id);
    await expect.poll(async () => (await api.run(runId)).status).toBe("waiting");
    const run = new RunPage(page);
    await run.open(runId);
    const { row, place, track } = barOf(run, "Waiting for: Approval");
    await expect(row.locator("td").nth(2)).toHaveText(/^\d+(\.\d)? s$/);
    const before = await place();
    await expect.poll(async () => (await place()).width).toBeGreaterThan(before.width);
    const [bar, whole] = [await place(), await track.boundingBox()];
    expect(bar.width, "the bar of a run that has just begun is in sight").toBeGreaterThan(3);
    expect(bar.x + bar.width).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0) + 1);
    const present = page.getByRole("treegrid", { name: "Trace" }).locator("tbody tr[aria-hidden] span");
    const [grown, line] = await Promise.all([place(), present.boundingBox()]);
    expect(Math.abs((line?.x ?? 0) - grown.x - grown.width), "the bar ends at the present").toBeLessThan(9);
    await expect(page.getByText(/in 1 hour|1 hour ago/)).toHaveCount(0);
  });

test("on a phone the axis is zoomed by its buttons", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Small axis", document: DOCUMENT });
  const { id: runId } = await api.startRun(id);
  await page.setViewportSize({ width: 390, height: 844 });
  const run = new RunPage(page);
  await run.open(runId);
  const axis = page.getByRole("treegrid", { name: "Trace" }).getByRole("columnheader", { name: "When" });
  const whole = barOf(run, "Whole run");
  const width = async () => (await whole.place()).width;

  for (const button of await axis.getByRole("button").all()) {
    const box = (await button.boundingBox()) ?? NONE;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
  }
  const before = await width();
  await axis.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.5);
  await axis.getByRole("button", { name: "Whole run" }).click();
  await expect(axis.getByRole("button", { name: "Whole run" })).toBeDisabled();
});
