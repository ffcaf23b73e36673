import type { Page } from "@playwright/test";

/** Far above what a page takes on a busy machine, and far below what it takes where it hangs: speeds are in the bench. */
export const HANGS_MS = 20_000;

/** Notes how long the page was busy at a time. */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  return () => page.evaluate(() => Math.max(0, ...(Reflect.get(window, "longTasks") as number[]).splice(0)));
}
