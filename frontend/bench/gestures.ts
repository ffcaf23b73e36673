/** Gestures on a canvas for some seconds, and the frames of that time. */

import type { Page } from "@playwright/test";
import { SIZE } from "./size";

const STEP_MS = 16;
/** Left of the middle, where neither panels nor bars lie. */
const PLACE = { x: 620, y: 420 };
const RADIUS = 120;

export type Frames = { p50_ms: number; p95_ms: number; max_ms: number; per_second: number };

/** Draws the open hand around in circles with the middle button held. */
export function pan(page: Page): Promise<Frames> {
  return held(page, "middle", PLACE);
}

export function drag(page: Page, from: { x: number; y: number }): Promise<Frames> {
  return held(page, "left", from);
}

/** Zooms in and out in turns, a second each. */
export async function zoom(page: Page): Promise<Frames> {
  await page.mouse.move(PLACE.x, PLACE.y);
  await page.keyboard.down("Control");
  const frames = await during(page, async (at) => {
    await page.mouse.wheel(0, Math.floor(at / 1000) % 2 === 0 ? -20 : 20);
  });
  await page.keyboard.up("Control");
  return frames;
}

async function held(page: Page, button: "left" | "middle", from: { x: number; y: number }): Promise<Frames> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  const frames = await during(page, async (at) => {
    const angle = at / 300;
    await page.mouse.move(from.x + RADIUS * Math.sin(angle), from.y + RADIUS * (1 - Math.cos(angle)));
  });
  await page.mouse.up({ button });
  return frames;
}

/** Repeats a small move until the time is up, while the page notes when it draws. */
async function during(page: Page, move: (at: number) => Promise<void>): Promise<Frames> {
  const end = await watchFrames(page);
  const began = performance.now();
  for (let at = 0; at < SIZE.gestureMs; at = performance.now() - began) {
    await move(at);
    const left = STEP_MS - ((performance.now() - began) % STEP_MS);
    await new Promise((resolve) => setTimeout(resolve, left));
  }
  return end();
}

/** Note when the page draws, until the returned function is called. */
export async function watchFrames(page: Page): Promise<() => Promise<Frames>> {
  await page.evaluate(() => {
    const times: number[] = [];
    const note = (at: number) => {
      times.push(at);
      request = requestAnimationFrame(note);
    };
    let request = requestAnimationFrame(note);
    Object.assign(window, {
      endFrames: () => {
        cancelAnimationFrame(request);
        return times;
      },
    });
  });
  return async () => framesOf(await page.evaluate<number[]>("window.endFrames()"));
}

function framesOf(times: readonly number[]): Frames {
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return { ...spread(gaps), per_second: Math.round((gaps.length / span) * 1000) };
}

/** Median, 95th percentile and largest, in whole milliseconds. */
export function spread(values: readonly number[]): { p50_ms: number; p95_ms: number; max_ms: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return { p50_ms: at(0.5), p95_ms: at(0.95), max_ms: at(1) };
}
