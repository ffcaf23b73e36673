/** Nodes that change what passes through: a picture made smaller, a list read, an answer judged; and what a clumsy person gives them. */

import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import type { JsonObject } from "../src/api/types";
import { chain, end, type NodeSpec, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

/** A PNG of so many pixels each way, in two colours. */
function picture(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (_, x) => (x > y ? [200, 40, 90] : [30, 90, 200])).flat(),
    ]),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const part = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const around = [Buffer.alloc(4), body, Buffer.alloc(4)] as const;
    around[0].writeUInt32BE(content.length);
    around[2].writeUInt32BE(crc32(body));
    return Buffer.concat(around);
  };
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    part("IHDR", head),
    part("IDAT", deflateSync(Buffer.concat(rows))),
    part("IEND", Buffer.alloc(0)),
  ]);
}

async function addFirst(page: Page, name: string): Promise<Editor> {
  const editor = new Editor(page);
  await page.getByRole("button", { name: "Add first step" }).click();
  await page.getByRole("combobox", { name: "Search nodes" }).fill(name);
  await page.keyboard.press("Enter");
  await expect(editor.panel.of(name)).toBeVisible();
  return editor;
}

async function write(editor: Editor, field: string, text: string): Promise<void> {
  const line = editor.panel.root.locator(`[data-field=${field}] .cm-content`);
  await line.click();
  await editor.page.keyboard.press("Control+A");
  await editor.page.keyboard.insertText(text);
}

const photo: NodeSpec = {
  ...start(),
  config: { fields: [{ name: "photo", type: "file", title: "Photo", required: true }] },
};

test("a picture goes in and comes out smaller; a text that is called a picture is refused", async ({
  page,
  api,
}) => {
  const { id } = await api.createWorkflow({ name: "Thumbnails", document: chain(photo) });
  await new Editor(page).open(id);
  const editor = await addFirst(page, "Edit image");
  await write(editor, "file", "{{ inputs.photo }}");
  await editor.panel.root.getByRole("textbox", { name: "Width at most" }).fill("30");
  await editor.panel.choose("Format", "JPEG");
  await editor.panel.show("Output");
  await editor.expectSaved();

  const runWith = async (name: string, buffer: Buffer) => {
    await page.getByRole("button", { name: "Run", exact: true }).first().click();
    const { form } = editor.runBar;
    await expect(form).toBeVisible();
    for (const before of await form.getByRole("button", { name: /^Remove / }).all()) await before.click();
    await form.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer });
    await expect(form.getByText(name)).toBeVisible();
    await form.getByRole("button", { name: "Run" }).dblclick();
    await expect(form).toBeHidden();
  };
  await runWith("broken.png", Buffer.from("This is a letter."));
  await editor.runBar.expectStatus("Failed");
  await expect(editor.panel.root).toContainText("“broken.png” is no image that can be read");
  expect(await api.runCount(id)).toBe(1);

  await runWith("weave.png", picture(90, 60));
  await editor.runBar.expectStatus("Succeeded");
  await expect(editor.panel.root).toContainText("weave.jpg");
  const { id: run } = await api.lastRun(id);
  expect((await api.nodeRun(run, "edit_image")).output).toMatchObject({ width: 30, height: 20 });
  const shown = editor.panel.root.getByRole("img", { name: "weave.jpg" });
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(30);
});

test("a list in CSV is read, and broken JSON is named with its place", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Lists read", document: chain(start()) });
  await new Editor(page).open(id);
  const editor = await addFirst(page, "Convert");
  await write(editor, "content", '{"items": [1, 2,');
  await editor.expectSaved();
  await editor.panel.show("Output");
  await editor.runBar.run();
  await editor.runBar.expectStatus("Failed");
  await expect(editor.panel.root).toContainText(/The content cannot be converted: .*line 1/);

  await editor.panel.show("Settings");
  await editor.panel.choose("Conversion", "Read CSV");
  await write(editor, "content", "item,amount\nshawl,2\n羊毛,5");
  await editor.expectSaved();
  await editor.panel.show("Output");
  await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  await expect(editor.panel.root.getByRole("cell", { name: "羊毛" })).toBeVisible();
});

test("an answer is judged by criteria, and a judge without any says what it needs", async ({ page, api }) => {
  const verdict = (score: number): JsonObject => ({
    text: JSON.stringify({ score, reason: "It names no hour." }),
  });
  const judge = {
    key: "judge",
    name: "Judge",
    type: "judge",
    config: { provider: "offline", offlineScript: [verdict(0.4)] },
    out: "failed",
  };
  const document = chain(start("answer"), judge, end({ why: "{{ nodes.judge.reason }}" }));
  const { id } = await api.createWorkflow({ name: "Judged", document });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.panel.open("judge", "Judge");
  await page.getByRole("button", { name: "2 problems" }).click();
  await expect(page.getByText("Choose the text to judge.")).toBeVisible();
  await expect(page.getByText("Enter criteria, or choose sources.")).toBeVisible();
  await write(editor, "input", "{{ inputs.answer }}");
  await write(editor, "criteria", "It says when the library opens.");
  await expect(page.getByText("Enter criteria, or choose sources.")).toBeHidden();
  await editor.panel.root.getByRole("textbox", { name: "Passes from" }).fill("7");
  await editor.panel.root.getByRole("textbox", { name: "Passes from" }).blur();
  await expect(editor.panel.root.getByRole("textbox", { name: "Passes from" })).toHaveValue("1");
  await editor.panel.show("Output");
  await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  await expect(editor.panel.root).toContainText("It names no hour.");
  expect((await api.lastRun(id)).output).toEqual({ why: "It names no hour." });
});
