/** A browser that has no room left, or keeps nothing at all: people work as ever, and hear what is not kept. */

import type { Page } from "@playwright/test";
import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

/** Runs in the page before its first script. */
const FAULTS: Record<string, (page: Page) => Promise<unknown>> = {
  "has no room left": (page) =>
    page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("no room", "QuotaExceededError");
      };
      Storage.prototype.setItem = refuse;
      IDBFactory.prototype.open = refuse;
    }),
  "keeps nothing": (page) =>
    page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB"])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("denied", "SecurityError");
          },
        });
    }),
};

for (const [words, breakStorage] of Object.entries(FAULTS))
  test(`a browser that ${words} builds, saves, runs and chooses`, async ({ page, context, api, watch }) => {
    // The library warns about choices that cannot be kept.
    watch.allow(/ERR_INTERNET_DISCONNECTED/, /WebSocket connection to/, /use-local-storage: /);
    const { id } = await api.createWorkflow({
      name: `Storage ${words}`,
      document: chain(
        start("topic"),
        template("note", "Note", "First"),
        end({ note: "{{ nodes.note.text }}" }),
      ),
    });
    await breakStorage(page);
    const editor = new Editor(page);
    await editor.open(id);
    await editor.panel.open("note", "Note");
    const field = editor.panel.root.locator("[data-field=template]").getByRole("textbox");
    await field.fill("Second");
    await editor.expectSaved();
    await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");

    await test.step("what is typed without a network is said to be in danger, and saved when it is back", async () => {
      // The code that shows messages is fetched when the page has what it begins with.
      await expect(page.locator(".mantine-Notifications-root").first()).toBeAttached();
      await context.setOffline(true);
      await field.fill("Third");
      await expect(page.getByRole("button", { name: "Offline", exact: true })).toBeVisible();
      await expect(page.getByText("Keep this page open until your edits are saved.").first()).toBeVisible();
      await context.setOffline(false);
      await editor.expectSaved();
      const note = (await api.graph(id)).nodes.find(({ key }) => key === "note");
      expect(note?.config).toMatchObject({ template: "Third" });
    });

    for (const address of [
      "/",
      "/workflows",
      "/agents",
      "/runs",
      "/settings/appearance",
      "/approvals",
      "/tools",
    ]) {
      await page.goto(address);
      await expect(page.getByRole("main")).toBeVisible();
      await expect(page.getByText("Something went wrong")).toHaveCount(0);
    }
  });
