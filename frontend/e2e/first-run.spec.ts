/** The first minutes: the printed link, the first account, and a workflow that runs without network and key. */

import { Editor } from "./screens/editor";
import { SessionScreen } from "./screens/session";
import { WorkflowListScreen } from "./screens/workflow-list";
import { ADMINISTRATOR, expect, test } from "./story";

test.use({ stage: "untouched" });

test("the printed link creates the administrator, whose first workflow runs", { tag: "@smoke" }, async ({
  page,
  visitor,
  product,
  watch,
}) => {
  await test.step("the link leads to Home, and on to the gallery", async () => {
    await new SessionScreen(page).createAccount(product.setupLink, ADMINISTRATOR);
    await page.getByRole("link", { name: "All templates" }).click();
    const list = new WorkflowListScreen(page);
    await expect(list.title).toBeVisible();
    for (const name of ["Research and notify", "Summarise text", "Route by topic"])
      await expect(list.templates.filter({ hasText: name })).toBeVisible();
    expect(await list.templates.count()).toBeGreaterThanOrEqual(20);
  });

  await test.step("a template of it runs to its end", async () => {
    await new WorkflowListScreen(page).startFrom("Research and notify");
    const editor = new Editor(page);
    await editor.expectOpen("Research and notify");
    await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");
  });

  await test.step("the link works once; after that people sign in", async () => {
    watch.allow(/status of 403/);
    await visitor.goto(product.setupLink);
    await expect(visitor.getByRole("heading", { name: "The link no longer works" })).toBeVisible();
    await visitor.getByRole("link", { name: "Go to sign-in" }).click();
    await expect(visitor.getByRole("heading", { name: "Sign in to Flowloom" })).toBeVisible();
    await new SessionScreen(visitor).signIn(ADMINISTRATOR);
    await expect(visitor.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  });
});
