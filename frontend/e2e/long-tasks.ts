import type { Page } from "@playwright/test";

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
