/** Every screen in a made-up language: a text without its brackets is one that nobody can translate. */

import { expectNoEscapes } from "./pseudo/escapes";
import { usePseudoLanguage } from "./pseudo/language";
import { pressAll } from "./pseudo/press-all";
import { Gate } from "./services/gate";
import { ADMINISTRATOR, expect, sessionOf, test } from "./story";
import { setAgentScene } from "./visual/agent-scene";
import { setScene } from "./visual/fixtures";

// What people write here is Chinese, so that each English word is one of ours.
// The walk signs out, too: it is signed in on its own, so that the session of the other stories goes on.
test.use({
  // What it presses makes agents and more, which other files would see.
  stage: "pressed",
  actionTimeout: 20_000,
  // What is folded is gone at once, and not pressed while it moves.
  contextOptions: { reducedMotion: "reduce" },
  storageState: async ({ product }, use) => use(await sessionOf(product, ADMINISTRATOR)),
});
test.describe.configure({ mode: "parallel" });
test.slow();

test.beforeEach(async ({ context, watch }) => {
  // Forms are sent empty, too.
  watch.allow(/the server responded with a status of 4\d\d/);
  await usePseudoLanguage(context);
});

// Answers that are under way when a test ends have no page any more.
test.afterEach(({ context }) => context.unrouteAll({ behavior: "ignoreErrors" }));

test("no text of a screen or its dialogs escapes translation", async ({ page, api }) => {
  const gate = await Gate.start();
  const scene = await setScene(api, gate);
  const { agent, base, workflow } = await setAgentScene(api);
  await gate.stop();

  for (const address of [
    "/workflows",
    "/runs",
    `/runs/${scene.listRun}`,
    `/runs/${scene.runs[0]}/compare?with=${scene.runs[1]}`,
    "/approvals",
    "/agents",
    `/agents/${agent}`,
    `/agents/${agent}/chat`,
    "/tools",
    "/knowledge",
    `/knowledge/${base}`,
    `/workflows/${workflow}/tests`,
    `/workflows/${workflow}/evaluations`,
    "/settings/providers",
    "/settings/credentials",
    "/settings/variables",
    "/settings/account",
    "/settings/tokens",
    "/settings/appearance",
    "/nowhere",
  ]) {
    await test.step(address, async () => {
      await pressAll(page, address, "main");
    });
  }
});

test("no text of the editor escapes translation", async ({ page, api }) => {
  const types = await api.nodeTypes();
  const nodes = types.map((type, at) => ({
    key: `n${at}`,
    type: type.id,
    type_version: type.version,
    name: `节点${at}`,
    config: {},
    parent: null,
    bypass: false,
    pinned_output: null,
    position: { x: (at % 6) * 320, y: Math.floor(at / 6) * 220 },
  }));
  const { id } = await api.createWorkflow({
    name: "全部节点",
    description: "",
    document: { schema_version: 1, nodes, edges: [] },
  });
  await page.goto(`/workflows/${id}`);
  await expect(page.locator(".react-flow__node").first()).toBeVisible();
  await expectNoEscapes(page);

  for (const [at, type] of types.entries()) {
    await test.step(type.id, async () => {
      await page.evaluate((key) => {
        document.querySelector<HTMLElement>(`.react-flow__node[data-id=${key}]`)?.focus();
      }, `n${at}`);
      await page.keyboard.press("Enter");
      const panel = page.locator(`main aside[aria-label*="节点${at}⟧"]`);
      await expect(panel).toBeVisible();
      const tabs = panel.getByRole("tab");
      for (let tab = 0; tab < (await tabs.count()); tab += 1) {
        await tabs.nth(tab).click();
        await expectNoEscapes(page);
      }
    });
  }

  await test.step("the menu of a node and of the canvas", async () => {
    await page.locator(".react-flow__node.selected").click({ button: "right" });
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    await expectNoEscapes(page);
    await page.keyboard.press("Escape");
    await page.locator(".react-flow__pane").click({ button: "right", position: { x: 5, y: 5 } });
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    await expectNoEscapes(page);
  });

  await test.step("every command, found and listed", async () => {
    for (const keys of ["Control+k", "?"]) {
      await page.goto(`/workflows/${id}`);
      await expect(page.locator(".react-flow__node").first()).toBeVisible();
      await page.locator(".react-flow__pane").click({ position: { x: 5, y: 5 } });
      await page.keyboard.press(keys);
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNoEscapes(page);
    }
  });

  await test.step("what is pressed above the canvas", async () => {
    expect(await pressAll(page, `/workflows/${id}`, ".fl-bar")).toBeGreaterThan(5);
  });
});

test("no text before signing in escapes translation", async ({ visitor }) => {
  await usePseudoLanguage(visitor.context());
  for (const address of ["/sign-in", "/forgot-password", "/setup"]) {
    await visitor.goto(address);
    await expectNoEscapes(visitor);
  }
});
