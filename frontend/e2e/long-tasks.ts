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

/** Milliseconds that this machine takes now for a native text area with so many characters. */
export function nativeFieldTask(page: Page, characters: number): Promise<number> {
  return page.evaluate((length) => {
    const field = document.createElement("textarea");
    document.body.append(field);
    const before = performance.now();
    field.value = "A line of text. \n".repeat(length / 17);
    // Reading it lays the text out.
    const took = field.scrollHeight > 0 ? performance.now() - before : 0;
    field.remove();
    return took;
  }, characters);
}
