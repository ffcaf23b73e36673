/** With reduced motion nothing moves, even during work. */

import type { Page } from "@playwright/test";
import { ai, chain, end, heldTool, httpTool, start } from "./documents";
import { Editor } from "./screens/editor";
import { Gate } from "./services/gate";
import { expect, test } from "./story";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Visible motion: one millisecond is over before it is drawn. */
async function expectStill(page: Page): Promise<void> {
  const moving = await page.evaluate(() => {
    const longest = (list: string) => Math.max(...list.split(",").map(Number.parseFloat));
    return [...document.querySelectorAll("body *")].flatMap((element) =>
      ["", "::before", "::after"].flatMap((part) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element, part);
        const isMoving =
          (animationName !== "none" && longest(animationDuration) > 0.001) ||
          longest(transitionDuration) > 0.001;
        return isMoving ? [`${element.tagName} ${element.getAttribute("class")}${part}`] : [];
      }),
    );
  });
  expect.soft([...new Set(moving)], `what moves at ${page.url()}`).toEqual([]);
}

test("nothing moves in the product and its panel", async ({ page, api }) => {
  const gate = await Gate.start();
  const tool = await api.createTool(httpTool("Gate", gate.url));
  const workflow = await api.createWorkflow({
    name: "Without motion",
    document: chain(start(), ai("ask", "Ask", { tools: [heldTool(tool)] }), end({})),
  });
  gate.close();
  const editor = new Editor(page);
  await editor.open(workflow.id);
  await editor.runBar.run();
  await editor.canvas.expectStatus("Ask", "running");
  await expectStill(page);
  gate.open();
  await editor.runBar.expectStatus("Succeeded");
  for (const address of ["/workflows", "/approvals", "/settings/appearance", "/admin/tools/toolconfig/"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectStill(page);
  }
  await gate.stop();
});
