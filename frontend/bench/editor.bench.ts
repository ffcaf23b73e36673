/** The editor with 100 and 1,000 nodes; writes its figures as JSON to the file that EDITOR_FIGURES names. */

import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { Editor } from "../e2e/screens/editor";
import { expect, test } from "../e2e/story";
import { bareReactFlow } from "./floor/server";
import { drag, type Frames, pan, spread, zoom } from "./gestures";
import { workflowOf } from "./workflow";

const SIZES = [100, 1000];
const LETTERS = 40;
const UNDOS = 5;
const FIGURES = process.env.EDITOR_FIGURES ?? "test-results/editor-figures.json";

test.use({ stage: "visual" });

test("figures of the editor", async ({ browser, api, page, product, storageState }) => {
  const figures: Record<string, unknown> = { first_load: await firstLoad(page) };
  for (const size of SIZES) {
    const { id } = await api.createWorkflow({ name: `${size} nodes`, document: workflowOf(size) });
    // A browser context of its own: nothing is in its cache.
    const context = await browser.newContext({ baseURL: product.url, storageState });
    figures[`nodes_${size}`] = {
      ...(await measure(await context.newPage(), id, size)),
      floor_fitted: await floor(await context.newPage(), size),
    };
    await context.close();
  }
  await writeFile(FIGURES, JSON.stringify(figures));
});

async function measure(page: Page, workflow: string, size: number): Promise<Record<string, unknown>> {
  const editor = new Editor(page);
  const opening = await open(editor, workflow);
  const atFull = { pan: await pan(page), zoom: await zoom(page), ...(await atOneCard(editor)) };
  await editor.canvas.showEverything();
  await expect(editor.canvas.cards).toHaveCount(size);
  const fitted = { pan: await pan(page), zoom: await zoom(page) };
  const memory = await heapMb(page);
  return { ...opening, ...atFull, fitted, heap_mb: memory, elements: await page.locator("*").count() };
}

/** The same gestures on the library's own page, from which nobody can be faster. */
async function floor(page: Page, size: number): Promise<Record<string, Frames>> {
  await using server = await bareReactFlow();
  await page.goto(`${server.url}?nodes=${size}`);
  await expect(page.locator(".react-flow__node")).toHaveCount(size);
  return { pan: await pan(page), zoom: await zoom(page) };
}

/** Seconds until the first card is there, and until a click has selected it. */
async function open(editor: Editor, workflow: string): Promise<Record<string, number>> {
  const began = performance.now();
  await editor.page.goto(`/workflows/${workflow}`, { waitUntil: "commit" });
  const card = editor.canvas.card("Start");
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
  await page.keyboard.type("warp and weft ".repeat(3).slice(0, LETTERS), { delay: 50 });
  await page.waitForFunction(
    (count) => (Reflect.get(window, "keyTimes") as number[]).length >= count,
    LETTERS,
  );
  return spread(await page.evaluate<number[]>("window.keyTimes"));
}

/** The median of undoing and doing again the move of a node, from the key to the end of the frame. */
async function undone(page: Page): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < UNDOS; turn += 1) {
    for (const keys of ["Control+z", "Control+Shift+z"]) {
      const began = performance.now();
      await page.keyboard.press(keys);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      times.push(performance.now() - began);
    }
  }
  return spread(times).p50_ms;
}

/** Scripts that a newcomer's browser fetches before the editor can be used, in kilobytes as gzip makes them. */
async function firstLoad(page: Page): Promise<Record<string, number>> {
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) bodies.push(response.body());
  });
  await page.goto("/workflows");
  await page.waitForLoadState("networkidle");
  const scripts = await Promise.all(bodies);
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
  return { scripts: scripts.length, gzip_kb: Math.round(bytes / 1000) };
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return Math.round(usedSize / 1_000_000);
}

const seconds = (ms: number) => Math.round(ms / 10) / 100;
