/** No mouse: signing in, answering, talking, settings, dialogs, menus and the administrator's panel by keys alone. */

import { approval, chain, end, start } from "./documents";
import { tabTo } from "./keyboard";
import { ADMINISTRATOR, expect, test } from "./story";

test.use({ stage: "approvals" });

test("a person signs in", async ({ visitor: page }) => {
  await page.goto("/sign-in");
  await tabTo(page, page.getByLabel("User name"));
  await page.keyboard.type(ADMINISTRATOR.username);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(ADMINISTRATOR.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("an approval is answered", async ({ page, api }) => {
  const workflow = await api.createWorkflow({
    name: "Sign without a mouse",
    document: chain(
      start("topic"),
      approval("ask", "Sign-off", { title: "Publish {{ inputs.topic }}?" }),
      end({ note: "{{ nodes.ask.comment }}" }),
    ),
  });
  const { id } = await api.startRun(workflow.id, { topic: "keys" });
  await page.goto("/approvals");
  const card = page.getByRole("article", { name: "Sign-off" });
  await tabTo(page, card.getByRole("textbox", { name: "Comment" }));
  await page.keyboard.type("By keys");
  await tabTo(page, card.getByRole("button", { name: "Approve" }));
  await page.keyboard.press("Enter");
  await expect(card).toBeHidden();
  await expect.poll(async () => (await api.run(id)).output).toEqual({ note: "By keys" });
});

test("a message goes to an agent", async ({ page, api }) => {
  const { slug } = await api.createAgent({ name: "Typist" });
  await page.goto(`/agents/${slug}/chat`);
  await tabTo(page, page.getByRole("textbox", { name: "Message" }));
  await page.keyboard.type("Without a mouse");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your request: Without a mouse")).toBeVisible();
});

test("a setting is changed, and a dialog keeps the focus and gives it back", async ({ page }) => {
  await page.goto("/settings/appearance");
  const theme = page.getByRole("radiogroup", { name: "Theme" });
  await tabTo(page, theme);
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");

  await page.goto("/settings/credentials");
  const opener = page.getByRole("button", { name: "New credential" });
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  for (let stop = 0; stop < 20; stop += 1) {
    await page.keyboard.press("Tab");
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test("the administrator's panel follows, to a saved rule and back", async ({ page }) => {
  await page.goto("/admin/");
  await tabTo(page, page.getByRole("navigation").getByRole("link", { name: /Permissions$/ }));
  await page.keyboard.press("Enter");
  const cell = page.getByRole("combobox", { name: "HTTP request · Any role", exact: true });
  await tabTo(page, cell);
  await page.keyboard.type("Ask");
  await tabTo(page, page.getByRole("button", { name: "Save", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 rule changed.")).toBeVisible();
  await cell.focus();
  await page.keyboard.type("Inherit");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Save", exact: true }));
  await page.keyboard.press("Enter");
  await expect(cell).toHaveValue("");

  await tabTo(page, page.locator("#nav-sidebar").getByRole("button", { name: ADMINISTRATOR.username }));
  await page.keyboard.press("Enter");
  const dark = page.locator("#nav-sidebar").getByRole("button", { name: "Dark" });
  await expect(dark).toBeVisible();
  await dark.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/dark/);
  await tabTo(page, page.locator("#nav-sidebar").getByRole("link", { name: "Approvals" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Approvals" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});
