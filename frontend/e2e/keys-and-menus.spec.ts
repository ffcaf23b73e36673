/** Keys that come early reach what they are meant for, and what opens stays in the window. */

import type { Locator, Page } from "@playwright/test";
import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

/** Keeps a file back until it is let through. */
async function keepBack(page: Page, file: RegExp): Promise<() => void> {
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(file, async (route) => {
    await gate;
    await route.continue();
  });
  return letThrough;
}

/** The lowest WCAG contrast of a text inside with what is painted behind it. */
function lowestContrast(box: Locator): Promise<number> {
  return box.evaluate((root) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    const luminance = (...layers: string[]) => {
      for (const colour of layers) {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data]
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element): string[] => [
      ...(element.parentElement ? behind(element.parentElement) : ["white"]),
      getComputedStyle(element).backgroundColor,
    ];
    const texts = [...root.querySelectorAll("*")].filter((one) =>
      [...one.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim()),
    );
    if (texts.length < 10) throw new Error(`only ${texts.length} texts`);
    return Math.min(
      ...texts.map((one) => {
        const under = luminance(...behind(one));
        const text = luminance(...behind(one), getComputedStyle(one).color);
        return (Math.max(under, text) + 0.05) / (Math.min(under, text) + 0.05);
      }),
    );
  });
}

const commandPalette = (page: Page) => page.getByRole("textbox", { name: "Find anything or run a command" });
const started = (page: Page) => page.waitForFunction(() => window.keyBuffer !== undefined);

test("Ctrl+K opens the command palette on every page", async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "Warp", document: chain(start(), end({})) });
  const paths = [
    "workflows",
    `workflows/${workflow.id}`,
    "agents",
    "runs",
    "approvals",
    "tools",
    "knowledge",
  ];
  for (const path of [...paths, "settings/appearance", "nowhere"]) {
    await page.goto(`/${path}`);
    await page.keyboard.press("Control+k");
    await expect(commandPalette(page), path).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(commandPalette(page), path).toBeHidden();
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("warp");
  await page.getByRole("button", { name: "Warp" }).click();
  await expect(page).toHaveURL(`/workflows/${workflow.id}`);
});

test("the command palette takes every key from the first one on, also while the page is starting", async ({
  page,
}) => {
  const letThrough = await keepBack(page, /assets\/main-.*\.js/);
  await page.goto("/runs", { waitUntil: "commit" });
  await started(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("setz");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("tings");
  letThrough();
  await expect(commandPalette(page)).toHaveValue("settings");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings/);
});

test("an editor that is still being loaded loses no key", async ({ page, api }) => {
  const workflow = await api.createWorkflow({
    name: "Late",
    document: chain(start("topic"), template("words", "words", "On ")),
  });
  const letThrough = await keepBack(page, /assets\/template-editor-view-.*\.js/);
  const editor = new Editor(page);
  await editor.open(workflow.id);
  await editor.panel.open("words");
  await editor.panel.root.locator("[data-field=template] [aria-busy]").click();
  await page.keyboard.type("{{ inputs.topic }} now");
  letThrough();
  await expect(editor.panel.root.locator("[data-field=template] .cm-content")).toHaveText("On topic now");
  await editor.expectSaved();
  const { nodes } = await api.graph(workflow.id);
  expect(nodes.find(({ key }) => key === "words")?.config.template).toBe("On {{ inputs.topic }} now");
});

test("Ctrl+Enter behind a comment that is typed too early sends it, and starts no run", async ({
  page,
  api,
}) => {
  const document = chain(start(), template("greet", "Greeting", "Hello"), end({}));
  const { id } = await api.createWorkflow({ name: "Typed early", document });
  const letThrough = await keepBack(page, /assets\/comments-panel-.*\.js/);
  const editor = new Editor(page);
  await editor.open(id);
  await editor.canvas.select("Greeting");
  await page.keyboard.press("Shift+C");
  await page.keyboard.type("Warm enough?");
  await page.keyboard.press("Control+Enter");
  letThrough();
  await expect(page.getByRole("article").filter({ hasText: "Warm enough?" })).toBeVisible();
  expect(await api.runCount(id)).toBe(0);
});

test("menus stay in the window wherever they are opened", async ({ page, api }) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  const fields = Array.from({ length: 30 }, (_, at) => `field_${at}`);
  const workflow = await api.createWorkflow({
    name: "Edges",
    document: chain(start(...fields), template("words", "words", "")),
  });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const inside = async (menu: Locator) => {
    await expect(menu).toBeVisible();
    await expect(async () => {
      const box = await menu.boundingBox();
      expect(box).not.toBeNull();
      if (!box) return;
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(1024);
      expect(box.y + box.height).toBeLessThanOrEqual(600);
    }).toPass();
  };
  const area = await editor.canvas.area.boundingBox();
  if (!area) throw new Error("no canvas");
  const corners = [
    // Beside the credit of the library, which is a link.
    { x: area.width / 3, y: area.height - 20 },
    { x: area.width - 20, y: 80 },
    { x: 20, y: area.height / 2 },
  ];
  for (const position of corners) {
    await editor.canvas.area.click({ button: "right", position });
    await inside(page.getByRole("menu"));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
  }
  await editor.panel.open("words");
  await editor.panel.root.locator("[data-field=template] .cm-content").click();
  await page.keyboard.type("{{ field");
  const list = page.locator(".cm-tooltip-autocomplete");
  await inside(list);
  for (const scheme of ["light", "dark"]) {
    await page
      .locator(":root")
      .evaluate((root, to) => root.setAttribute("data-mantine-color-scheme", to), scheme);
    expect(await lowestContrast(list), scheme).toBeGreaterThanOrEqual(4.5);
  }
  await page.keyboard.press("Escape");
  await editor.panel.root.getByRole("button", { name: "Insert a value" }).click();
  await inside(page.getByRole("dialog", { name: "Insert a value" }));
});

test("the trace follows the run, and the output begins at its start", async ({ page, api }) => {
  const steps = Array.from({ length: 40 }, (_, at) => template(`t${at}`, `Step ${at}`, "x\n".repeat(40)));
  const long = Object.fromEntries(steps.map(({ key }) => [key, `{{ nodes.${key}.text }}`]));
  const workflow = await api.createWorkflow({ name: "Long", document: chain(start(), ...steps, end(long)) });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  await expect(editor.dock.trace.last()).toBeInViewport();
  await editor.dock.root.getByRole("tab", { name: "Output" }).click();
  await expect(editor.dock.root.getByText("t0", { exact: false }).first()).toBeInViewport();
});
