/** The usual window at 200 % zoom (WCAG 1.4.4, 1.4.10): whole, scrolled one way only, and everything in reach. */

import type { Page } from "@playwright/test";
import { approval, chain, end, start, template, withForm } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";
import { setAgentScene } from "./visual/agent-scene";
import { expectNoOverflow, expectNothingCutOff, expectNothingScrollsBothWays } from "./visual/checks";
import { expectEverythingInReach } from "./visual/reach";
import { ZOOMED } from "./visual/variants";

test.use({ stage: "approvals", viewport: ZOOMED, deviceScaleFactor: 2 });

async function expectWhole(page: Page): Promise<void> {
  await expect(page.locator("[class*=Skeleton-root]:visible")).toHaveCount(0);
  await expectNoOverflow(page);
  await expectNothingCutOff(page);
  await expectNothingScrollsBothWays(page);
  await expectEverythingInReach(page);
}

test("a workflow is set up and run, and its run is answered", async ({ page, api }) => {
  const { id } = await api.createWorkflow({
    name: "Read at twice the size",
    document: chain(
      start("topic"),
      template("greet", "greet", "Hello {{ inputs.topic }}"),
      approval("ask", "Sign-off", { title: "Publish?" }),
      end({ text: "{{ nodes.greet.text }}" }),
    ),
  });
  const editor = new Editor(page);
  await editor.open(id);
  await expectWhole(page);

  await test.step("each tab of a node", async () => {
    await editor.panel.open("greet");
    for (const tab of ["Settings", "Debug", "Output"] as const) {
      await editor.panel.show(tab);
      await expectWhole(page);
    }
    await page.getByRole("button", { name: "Close panel" }).click();
  });

  await test.step("the form of a run, and its trace below the canvas", async () => {
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(editor.runBar.form).toBeVisible();
    await expectWhole(page);
    await editor.runBar.form.getByRole("button", { name: "Run" }).click();
    await expect(editor.runBar.status).toContainText("Waiting");
    await page
      .getByRole("button", { name: "Trace" })
      .or(page.getByRole("tab", { name: "Trace" }))
      .click();
    await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
    await expectWhole(page);
  });

  await test.step("the page of the run", async () => {
    await editor.runBar.status.getByRole("link").click();
    await expectWhole(page);
    await page.getByRole("treegrid").getByRole("row", { name: "greet" }).click();
    await expectWhole(page);
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.locator("header").getByText("Succeeded")).toBeVisible();
  });
});

test("agents, lists and settings are used", async ({ page, api }) => {
  const { agent, base } = await setAgentScene(api);
  const name = "A name that is longer than the card of its workflow at twice the size";
  await api.createWorkflow({ name, document: chain(start(), end({})) });
  const places = ["workflows", "runs", "approvals", "triggers", "tables", "tools", "knowledge", "agents"];
  const settings = ["providers", "credentials", "variables", "alerts", "account", "tokens", "appearance"];
  for (const address of [
    "/",
    ...places.map((place) => `/${place}`),
    `/knowledge/${base}`,
    `/agents/${agent}`,
    `/agents/${agent}/chat`,
    ...settings.map((section) => `/settings/${section}`),
  ]) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await expectWhole(page);
    });
  }
});

test("a public form is filled in, and its result is read", async ({ api, browser, baseURL, watch }) => {
  const document = chain(
    start("topic", "place", "reason"),
    template("write", "Write", "**{{ inputs.topic }}**"),
    end({ poem: "{{ nodes.write.text }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Poems", document: withForm(document) });
  await api.publish(id);
  const context = await browser.newContext({ viewport: ZOOMED, deviceScaleFactor: 2, baseURL });
  watch.follow(context);
  const page = await context.newPage();
  await page.goto(await api.triggerAddress(id, "public"));
  for (const name of ["topic", "place", "reason"])
    await page.getByRole("textbox", { name }).fill("loom ".repeat(9));
  await expectWhole(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("loom loom").first()).toBeVisible();
  await expectWhole(page);
  await context.close();
});

test("a trigger is paused without scrolling sideways", async ({ page, api }) => {
  const form = withForm(chain(start("topic"), end({})));
  const { id } = await api.createWorkflow({ name: "Paused at twice the size", document: form });
  await api.publish(id);
  await page.goto("/triggers");
  const row = page.getByRole("row").filter({ hasText: "Paused at twice the size" });
  const pause = row.getByRole("button", { name: /^Pause/ });
  await pause.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    for (const part of document.querySelectorAll("*")) part.scrollLeft = 0;
  });
  await expect(pause).toBeInViewport({ ratio: 1 });
});
