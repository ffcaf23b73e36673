/** The editor with up to 5,000 nodes; writes its figures as JSON to the file that EDITOR_FIGURES names. */

import { writeFile } from "node:fs/promises";
import type { Locator, Page, Response } from "@playwright/test";
import type { Api } from "../e2e/api";
import { Editor } from "../e2e/screens/editor";
import { expect, test } from "../e2e/story";
import { bareReactFlow } from "./floor/server";
import { drag, pan, spread, zoom } from "./gestures";
import { SIZE } from "./size";
import { workflowOf } from "./workflow";

const FIGURES = process.env.EDITOR_FIGURES ?? "test-results/editor-figures.json";

test.use({ stage: "visual" });

test("figures of the editor", async ({ browser, api, page, product, storageState }) => {
  const figures: Record<string, unknown> = { scripts: await scripts(page, api) };
  for (const size of SIZE.graphs) {
    const { id } = await api.createWorkflow({ name: `${size} nodes`, document: workflowOf(size) });
    // A browser context of its own: nothing is in its cache.
    const context = await browser.newContext({ baseURL: product.url, storageState });
    figures[`nodes_${size}`] = {
      ...(await measure(await context.newPage(), id, size)),
      floor: await floor(await context.newPage(), size),
    };
    await context.close();
  }
  await writeFile(FIGURES, JSON.stringify(figures));
});

async function measure(page: Page, workflow: string, size: number): Promise<Record<string, unknown>> {
  const editor = new Editor(page);
  const opening = await open(page, `/workflows/${workflow}`, editor.canvas.card("Start"));
  const atFull = { pan: await pan(page), zoom: await zoom(page), ...(await atOneCard(editor)) };
  await editor.canvas.showEverything();
  // Where most are in view, all are drawn.
  await expect(editor.canvas.cards).toHaveCount(size);
  const fitted = { pan: await pan(page), zoom: await zoom(page) };
  const memory = await heapMb(page);
  return { ...opening, ...atFull, fitted, heap_mb: memory, elements: await page.locator("*").count() };
}

/** The same on the library's own page, from which nobody can be faster. */
async function floor(page: Page, size: number): Promise<Record<string, unknown>> {
  await using server = await bareReactFlow();
  const cards = page.locator(".react-flow__node");
  const opening = await open(page, `${server.url}?nodes=${size}`, cards.first());
  await expect(cards).toHaveCount(size);
  return { ...opening, pan: await pan(page), zoom: await zoom(page), heap_mb: await heapMb(page) };
}

/** Seconds until the first card is there, and until a click has selected it. */
async function open(page: Page, address: string, card: Locator): Promise<Record<string, number>> {
  const began = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await card.waitFor();
  const visible = performance.now() - began;
  await card.click();
  await expect(card).toHaveClass(/selected/);
  return { visible_s: seconds(visible), selected_s: seconds(performance.now() - began) };
}

/** What is done to one card at a size at which it can be read. */
async function atOneCard(editor: Editor): Promise<Record<string, unknown>> {
  const { page, canvas, panel } = editor;
  await canvas.press("Escape");
  await page.reload();
  await editor.expectOpen();
  const dragged = await drag(page, await middleOf(page, "n0"));
  const undo_ms = await undone(page);
  await canvas.card("n0").dblclick();
  const field = panel.root.getByRole("textbox", { name: "Text", exact: true });
  await field.click();
  return { drag: dragged, undo_ms, key: await typed(page) };
}

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await new Editor(page).canvas.card(name).locator(".fl-card-icon").boundingBox();
  if (!box) throw new Error(`${name} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** From a key to the end of the frame that it has changed. */
async function typed(page: Page): Promise<ReturnType<typeof spread>> {
  await page.evaluate(() => {
    const times: number[] = [];
    const note = () => {
      const at = performance.now();
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - at)));
    };
    document.addEventListener("keydown", note, { capture: true });
    Object.assign(window, { keyTimes: times });
  });
  await page.keyboard.type("warp and weft ".repeat(3).slice(0, SIZE.letters), { delay: 50 });
  await page.waitForFunction(
    (count) => (Reflect.get(window, "keyTimes") as number[]).length >= count,
    SIZE.letters,
  );
  return spread(await page.evaluate<number[]>("window.keyTimes"));
}

/** The median of undoing and doing again the move of a node, from the key to the end of the frame. */
async function undone(page: Page): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < SIZE.undos; turn += 1) {
    for (const keys of ["Control+z", "Control+Shift+z"]) {
      const began = performance.now();
      await page.keyboard.press(keys);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      times.push(performance.now() - began);
    }
  }
  return spread(times).p50_ms;
}

/** Scripts that a browser with an empty cache has fetched, in kilobytes as they were sent. */
async function scripts(page: Page, api: Api): Promise<Record<string, unknown>> {
  const { id } = await api.createWorkflow({ name: "first panel", document: workflowOf(3) });
  const fetched: Response[] = [];
  page.on("response", (response) => response.url().endsWith(".js") && fetched.push(response));
  const figures = async () => {
    await page.waitForLoadState("networkidle");
    const sizes = await Promise.all(fetched.map((response) => response.request().sizes()));
    // What comes out of the cache has the size of its headers, with a minus.
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + Math.max(responseBodySize, 0), 0);
    return { requests: fetched.length, kb: Math.round(bytes / 1000) };
  };
  await page.goto("/workflows");
  const first_screen = await figures();
  await page.goto(`/workflows/${id}`);
  const { canvas, panel } = new Editor(page);
  await canvas.card("n0").dblclick();
  await expect(panel.root.getByRole("textbox", { name: "Text", exact: true })).toBeVisible();
  return { first_screen, first_panel: await figures() };
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return Math.round(usedSize / 1_000_000);
}

const seconds = (ms: number) => Math.round(ms / 10) / 100;
