/** Whoever types at once, or without looking, changes nothing but the field that has opened for it. */

import { expect, type Page } from "@playwright/test";
import { chain, end, start, template, withForm } from "./documents";
import { OF_PAGES } from "./openings/of-pages";
import { OF_STATES } from "./openings/of-states";
import { OF_THE_EDITOR } from "./openings/of-the-editor";
import type { Made, Opening } from "./openings/opening";
import { test } from "./story";

const soon = { timeout: 15_000 };

const PANGRAM = "Cwm fjord bank glyphs vext quiz 1234567890 + - ?";
/** Long enough for all of it to be typed before a dialog has its content. */
const SLOW_MS = 400;
const READS = ["GET", "HEAD", "OPTIONS"];

let made: Made | null = null;

test.beforeEach(async ({ api }) => {
  if (made) return;
  const document = chain(
    start("topic"),
    template("greet", "Greeting", "Hello {{ inputs.topic }}"),
    template("close", "Closing", "Bye"),
    end({ text: "{{ nodes.greet.text }}" }),
  );
  const workflow = await api.createWorkflow({ name: "Typed over", document });
  await api.publish(workflow.id);
  await api.changeNode(workflow.id, "close", { name: "Farewell" });
  const triggered = await api.createWorkflow({ name: "Asked", document: withForm(document) });
  await api.publish(triggered.id);
  const run = await api.startRun(workflow.id, { topic: "keys" });
  const stops = { key: "stop", name: "Stop", type: "stop", config: { message: "No." } };
  const failing = await api.createWorkflow({ name: "Fails", document: chain(start(), stops) });
  await api.startRun(failing.id);
  const { slug } = await api.createAgent({ name: "Porter" });
  await api.tryOut(slug);
  const table = await api.createTable("Guests", [{ key: "name", name: "Guest" }], [{ name: "Wei" }]);
  const base = await api.createKnowledgeBase("Keys");
  await expect.poll(async () => (await api.run(run.id)).status).toBe("succeeded");
  await api.keepAsTest(run.id, "Kept");
  const ids = { workflow: workflow.id, triggered: triggered.id, run: run.id, failed: failing.id };
  made = { ...ids, table, agent: slug, base: base.id };
});

test.beforeEach(async ({ api }) => {
  // One that has got the typed name would be found by whoever types it.
  await api.deleteWorkflows("fjord bank glyphs");
});

for (const opening of [...OF_THE_EDITOR, ...OF_PAGES, ...OF_STATES])
  test(`keys typed into ${opening.name}`, async ({ page, watch }) => {
    watch.allow(/status of 4\d\d/);
    page.setDefaultTimeout(soon.timeout);
    if (opening.width) await page.setViewportSize({ width: opening.width, height: 900 });
    const stored = storedBy(page);
    if (made) await page.goto(opening.address(made));
    // Whoever comes next must not find what this one is about to store.
    if (opening.stores) made = null;
    await page.waitForLoadState("networkidle");
    await page.route(
      (url) => url.pathname.startsWith("/api/"),
      async (route) => {
        if (READS.includes(route.request().method())) await new Promise((done) => setTimeout(done, SLOW_MS));
        await route.continue().catch(() => {});
      },
    );
    await opening.open(page);
    stored.length = 0;
    await page.keyboard.type(PANGRAM);
    await expectOnlyTyped(page, opening);
    if (!opening.stores) await page.keyboard.press("Enter");
    await page.waitForLoadState("networkidle");
    await expectOnlyTyped(page, opening);

    await page.keyboard.type(PANGRAM);
    await page.keyboard.press("Enter");
    await page.waitForLoadState("networkidle");
    const { stores } = opening;
    if (!stores) await expectOnlyTyped(page, opening);
    expect(stored.filter((request) => !stores?.test(request))).toEqual([]);
    expect(await modeOf(page)).not.toBe("test");
  });

/** Requests that store something, in order. */
function storedBy(page: Page): string[] {
  const found: string[] = [];
  page.on("request", (request) => {
    const isPreview = request.url().endsWith("/preview/");
    if (!READS.includes(request.method()) && !isPreview) found.push(`${request.method()} ${request.url()}`);
  });
  return found;
}

async function expectOnlyTyped(page: Page, { frame, field }: Opening): Promise<void> {
  const opened = frame?.(page) ?? page.locator("[role=dialog], [role=menu]").last();
  await expect(opened).toBeVisible(soon);
  await expect(opened.locator(":focus").or(opened.and(page.locator(":focus")))).toBeVisible(soon);
  if (field) {
    const focused = opened.locator(":focus");
    await expect(focused).toHaveAccessibleName(new RegExp(`^${field}`), soon);
    const value = () => focused.evaluate((one) => ("value" in one ? String(one.value) : one.textContent));
    await expect.poll(value, soon).toMatch(/^Cwm fjord bank glyphs vext quiz/);
  }
}

function modeOf(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const stored = localStorage.getItem("flowloom-editor");
    return stored === null ? null : JSON.parse(stored).state.runMode;
  });
}
