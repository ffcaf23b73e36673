/** Nothing typed is lost: the session ends, the network goes, the tab is closed. */

import type { Page } from "@playwright/test";
import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { ADMINISTRATOR, expect, test } from "./story";

const DOCUMENT = chain(
  start("topic"),
  template("note", "Note", "First"),
  end({ note: "{{ nodes.note.text }}" }),
);

async function openTemplate(page: Page, workflow: string) {
  const editor = new Editor(page);
  await editor.open(workflow);
  await editor.canvas.select("Note");
  const field = editor.panel.root.locator("[data-field=template]").getByRole("textbox");
  // Its editor is loaded before the network goes.
  await expect(field).toBeVisible();
  return { editor, field };
}

test("a session that ends while somebody edits", async ({ page, context, api, watch }) => {
  watch.allow(/status of 401|status of 403/, /WebSocket connection to/);
  const { id } = await api.createWorkflow({ name: "Session ends", document: DOCUMENT });
  const { editor, field } = await openTemplate(page, id);
  const signedIn = await context.cookies();
  await context.clearCookies();
  await field.fill("Typed after the session had ended");

  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog).toBeVisible();
  await expect(field).toContainText("Typed after the session had ended");
  await dialog.getByLabel("Password", { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(ADMINISTRATOR.password);
  await dialog.getByRole("button", { name: "Sign in" }).click();

  await expect(dialog).toBeHidden();
  await editor.expectSaved();
  await expect(field).toContainText("Typed after the session had ended");
  const note = (await api.graph(id)).nodes.find(({ key }) => key === "note");
  expect(note?.config).toMatchObject({ template: "Typed after the session had ended" });
  await context.addCookies(signedIn);
});

test("a tab that is closed while the server cannot be reached", async ({ page, context, api, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/, /WebSocket connection to/);
  const { id } = await api.createWorkflow({ name: "Tab closed", document: DOCUMENT });
  const { field } = await openTemplate(page, id);
  await context.setOffline(true);
  await field.fill("Typed without a network");
  await expect(page.getByRole("button", { name: "Offline", exact: true })).toBeVisible();
  await page.close();
  await context.setOffline(false);

  const again = await context.newPage();
  const { editor, field: restored } = await openTemplate(again, id);
  await expect(restored).toContainText("Typed without a network");
  await editor.expectSaved();
  const note = (await api.graph(id)).nodes.find(({ key }) => key === "note");
  expect(note?.config).toMatchObject({ template: "Typed without a network" });
});
