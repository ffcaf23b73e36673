/** Dialogs and menus, and the screens before signing in: whole and accessible. */

import { chain, end, start } from "./documents";
import { expect, test } from "./story";
import { lookAt } from "./visual/overlays";

test.use({ stage: "approvals" });
test.describe.configure({ mode: "parallel" });
test.slow();

test("dialogs and menus of the lists", async ({ page, api }) => {
  await api.createWorkflow({ name: "Overlaid", document: chain(start(), end({})) });
  await api.createAgent({ name: "Porter" });
  for (const [address, button] of [
    ["/workflows", "Actions for Overlaid"],
    ["/workflows", "New workflow"],
    ["/agents", "Actions for Porter"],
    ["/agents", "New agent"],
    ["/knowledge", "New knowledge base"],
    ["/settings/credentials", "New credential"],
    ["/settings/providers", "Add provider"],
    ["/settings/variables", "New variable"],
    ["/", "Inbox"],
  ] as const) {
    await page.goto(address);
    await page.getByRole("button", { name: button }).first().click();
    await expect(page.locator("[role=dialog], [role=menu]").first()).toBeVisible();
    await lookAt(page, button);
  }
});

test("the screens before signing in", async ({ visitor: page, api, watch }) => {
  // One of the links does not work any more.
  watch.allow(/status of 403/);
  for (const address of ["/sign-in", "/forgot-password", "/setup?token=gone", await api.invite("mei")]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await lookAt(page, address);
  }
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  await lookAt(page, "what is missing");
});
