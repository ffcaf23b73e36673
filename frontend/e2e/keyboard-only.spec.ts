/** No mouse: signing in, answering, talking, settings, dialogs, menus and the administrator's panel by keys alone. */

import type { Locator } from "@playwright/test";
import { approval, chain, end, start, template } from "./documents";
import { tabTo } from "./keyboard";
import { Editor } from "./screens/editor";
import { ADMINISTRATOR, expect, test } from "./story";

const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);

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

test("the home page leads to a workflow, whose tabs, run form and timeline follow", async ({ page, api }) => {
  const document = chain(
    start("topic"),
    template("greet", "Greet", "Hello {{ inputs.topic }}"),
    end({ text: "{{ nodes.greet.text }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Keys from home", document });
  const editor = new Editor(page);
  const { keyboard } = page;

  await test.step("home", async () => {
    await page.goto("/");
    await tabTo(page, page.getByRole("link", { name: "Keys from home" }));
    await keyboard.press("Enter");
    await editor.expectOpen("Keys from home");
  });

  await test.step("tabs of a node", async () => {
    await editor.panel.open("greet", "Greet");
    const tab = (name: string) => editor.panel.root.getByRole("tab", { name, exact: true });
    await tabTo(page, tab("Settings"));
    await keyboard.press("ArrowRight");
    await expect(tab("Debug")).toBeFocused();
    await expect(editor.panel.root.getByRole("button", { name: "Run this node" })).toBeVisible();
    await keyboard.press("End");
    await keyboard.press("Enter");
    await expect(tab("Output")).toHaveAttribute("aria-selected", "true");
    await tabTo(page, editor.panel.root.getByRole("button", { name: "Close panel" }), "Shift+Tab");
    await keyboard.press("Enter");
    await expect(editor.panel.root).toBeHidden();
  });

  await test.step("the form of a run", async () => {
    await keyboard.press("Control+Enter");
    const field = editor.runBar.form.getByRole("textbox", { name: "topic" });
    await tabTo(page, field);
    await keyboard.press("Control+a");
    await keyboard.type("keys");
    await tabTo(page, editor.runBar.form.getByRole("button", { name: "Run" }));
    await keyboard.press("Enter");
    await editor.runBar.expectStatus("Succeeded");
    expect((await api.lastRun(id)).output).toEqual({ text: "Hello keys" });
  });

  await test.step("the timeline", async () => {
    await tabTo(page, editor.runBar.status.getByRole("link"));
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/\/runs\//);
    const timeline = page.getByRole("treegrid", { name: "Trace" });
    await expect(timeline.getByRole("row", { name: "End" })).toBeVisible();
    await tabTo(page, timeline);
    await keyboard.press("Home");
    // From the whole run to its start, and on.
    for (const key of ["ArrowDown", "ArrowDown"]) await keyboard.press(key);
    await keyboard.press("Enter");
    await expect(page.getByRole("complementary").getByRole("heading", { name: "Greet" })).toBeVisible();
  });
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

test("the administrator's pages follow, to a saved rule and back", async ({ page }) => {
  await page.goto("/admin/");
  await tabTo(page, page.getByRole("navigation").getByRole("link", { name: /Permissions$/ }));
  await page.keyboard.press("Enter");
  const grid = page.getByRole("grid");
  const cell = grid.getByRole("button", { name: /^HTTP request · Any role/ });
  const choose = async (effect: string) => {
    await page.keyboard.press("Enter");
    const chosen = page.getByRole("menuitem", { name: effect, exact: true });
    await expect(page.getByRole("menu")).toBeVisible();
    for (let step = 0; step < 6 && !(await isFocused(chosen)); step += 1)
      await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(cell).toBeFocused();
  };
  await expect(cell).toBeVisible();
  await tabTo(page, grid.locator("button[tabindex='0']"));
  for (let step = 0; step < 40 && !(await isFocused(cell)); step += 1) await page.keyboard.press("ArrowDown");
  await choose("Ask a person");
  await tabTo(page, page.getByRole("button", { name: "Save 1 change", exact: true }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 rule changed.")).toBeVisible();
  await tabTo(page, cell);
  await choose("Inherit");
  await tabTo(page, page.getByRole("button", { name: "Save 1 change", exact: true }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await expect(cell).not.toHaveAccessibleName(/Ask a person|not saved/);
});

test("the administrator's panel follows, and so does its theme", async ({ page }) => {
  await page.goto("/admin/");
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
