/** Names as people paste them: long without a place to break, right to left, and of pictures. No screen gives way. */

import type { Page } from "@playwright/test";
import { approval, chain, end, httpTool, start, template } from "./documents";
import { drawn } from "./drawn";
import { Gate } from "./services/gate";
import { expect, test } from "./story";
import { expectNoOverflow, expectNothingCutOff } from "./visual/checks";
import { PHONE, WIDE, ZOOMED } from "./visual/variants";

test.use({ stage: "approvals" });
test.slow();

const NAMES = {
  long: `quarterly_report_${"of_all_departments_".repeat(4)}`,
  arabic: `تقرير ربع سنوي عن جميع الإدارات ${"والأقسام ".repeat(5)}(2026)`,
  emoji: "👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍🚀".repeat(6),
};

/** Without half a sign at its end. */
const beginning = (name: string) => [...name].slice(0, 30).join("");

/** Returns at which widths it is not whole: what is wrong is reported, but not where. */
async function widthsNotWhole(page: Page, address: string): Promise<string[]> {
  const found: string[] = [];
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  for (const viewport of [WIDE, PHONE, ZOOMED]) {
    const before = test.info().errors.length;
    await page.setViewportSize(viewport);
    await drawn(page);
    await expect(page.locator("[class*=Skeleton]")).toHaveCount(0);
    await expectNoOverflow(page);
    await expectNothingCutOff(page);
    if (test.info().errors.length > before) found.push(`${address} at ${viewport.width}`);
  }
  return found;
}

test("every place holds names of any kind", async ({ page, api }) => {
  const gate = await Gate.start();
  const places = new Set([
    "/",
    "/workflows",
    "/runs",
    "/approvals",
    "/triggers",
    "/agents",
    "/tools",
    "/knowledge",
    "/tables",
    "/settings/providers",
    "/settings/credentials",
    "/settings/tokens",
  ]);
  for (const [kind, name] of Object.entries(NAMES)) {
    await test.step(`everything has a name that is ${kind}`, async () => {
      const [schedule] = chain({ key: "clock", name: `${name}!`, type: "schedule", config: {} }).nodes;
      if (!schedule) throw new Error("no schedule");
      const document = chain(
        start("topic"),
        template("greet", name, name),
        approval("ask", `${name}?`, { title: name }),
        end({ [beginning(name)]: "{{ nodes.greet.text }}" }),
      );
      const { id } = await api.createWorkflow({
        name,
        description: name,
        document: { ...document, nodes: [...document.nodes, { ...schedule, position: { x: -336, y: 0 } }] },
      });
      await api.place(id, { folder: beginning(name), tags: [beginning(name)] });
      await api.publish(id);
      const run = await api.startRun(id, { topic: name });
      await expect.poll(async () => (await api.run(run.id)).status).toBe("waiting");
      await api.createTool({ ...httpTool(name, gate.url), description: name });
      const agent = await api.createAgent({
        id: `strange-${kind}`,
        name,
        description: name,
        prompts: { system: name, greeting: name, suggestions: [name] },
      });
      const base = await api.createKnowledgeBase(name);
      const table = await api.createTable(name, [{ key: "text", name }], [{ text: name }]);
      await api.createCredential(name, "planted-key-7");
      await api.createProvider({
        name: name,
        preset: "custom-openai",
        base_url: `${gate.url}v1`,
        default_model: name,
      });
      for (const place of [
        `/agents/${agent.slug}`,
        `/agents/${agent.slug}/chat`,
        `/knowledge/${base.id}`,
        `/tables/${table}`,
        `/runs/${run.id}`,
        `/workflows/${id}/tests`,
      ])
        places.add(place);
    });
  }
  await gate.stop();
  const notWhole: string[] = [];
  for (const place of places) notWhole.push(...(await widthsNotWhole(page, place)));
  expect(notWhole).toEqual([]);
});

test("a long name gives way to the buttons of the editor's bar", async ({ page, api }) => {
  const name = "A long name of a workflow ".repeat(4).trim();
  const { id } = await api.createWorkflow({ name, document: chain(start(), end({})) });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`/workflows/${id}`);
  const publish = page.getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toBeVisible();
  const cut = await publish.evaluate((button) =>
    [...button.querySelectorAll("*")].some((part) => part.scrollWidth > part.clientWidth + 1),
  );
  expect(cut).toBe(false);
});
