/** Files that are broken, hostile or of another kind, at every place that takes files: refused in words, and nothing breaks. */

import type { Page } from "@playwright/test";
import { chain, end, start, withForm } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

const NOISE = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256));
const HOSTILE = '"><img src=x onerror="window.hacked=1">';
/** The name without its ending, and the content. */
const FILES: [name: string, content: Buffer][] = [
  ["empty", Buffer.alloc(0)],
  [HOSTILE, NOISE],
  ["deep", Buffer.from(`{"format":"flowloom","name":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`)],
  ["other", Buffer.from('{"format":"flowloom","name":{"__proto__":1},"openapi":"3.0.0","document":5}')],
];

const TYPES = {
  json: "application/json",
  csv: "text/csv",
  pdf: "application/pdf",
  zip: "application/zip",
  yaml: "application/yaml",
} as const;

async function setUp(page: Page, tool: string): Promise<void> {
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: tool, exact: true }) });
  await card.getByRole("button", { name: "Set up" }).click();
}

test("no file breaks a place that takes files", async ({ page, api, watch }) => {
  watch.allow(/Failed to load resource.*4\d\d/);
  const { id } = await api.createWorkflow({ name: "Files", document: chain(start(), end({})) });
  const { slug } = await api.createAgent({ name: "Files" });
  const table = await api.createTable("Files", [{ key: "a", name: "A" }], [{ a: "b" }]);
  const base = await api.createKnowledgeBase("Files");
  const failed = () => page.getByText("Failed", { exact: true });
  const alert = () => page.getByRole("alert");
  const places: [address: string, ending: keyof typeof TYPES, tool?: string][] = [
    ["/workflows", "json"],
    ["/agents", "json"],
    [`/workflows/${id}/tests`, "json"],
    [`/tables/${table}`, "csv"],
    [`/knowledge/${base.id}`, "pdf"],
    [`/agents/${slug}/chat`, "pdf"],
    ["/tools?tab=catalogue", "zip", "Claude skill"],
    ["/tools?tab=catalogue", "yaml", "OpenAPI document"],
  ];
  for (const [address, ending, tool] of places)
    await test.step(`${address} ${ending}`, async () => {
      await page.goto(address);
      if (tool) await setUp(page, tool);
      if (ending === "csv") await page.getByRole("button", { name: "Import", exact: true }).click();
      const input = page.locator("input[type=file]").last();
      for (const [name, buffer] of FILES) {
        await input.setInputFiles({ name: `${name}.${ending}`, mimeType: TYPES[ending], buffer });
        const answer = alert()
          .or(failed())
          .or(page.getByText(`${name}.${ending}`))
          .or(page.getByText("The file has no rows."))
          .or(page.getByRole("button", { name: /^Import \d/ }))
          .first();
        await expect(answer, `what is said of ${name}.${ending}`).toBeVisible();
        await expect(page.getByText("Some fields are not valid.")).toHaveCount(0);
        for (const close of await alert().getByRole("button", { name: "Close" }).all())
          await close.click().catch(() => {});
        if (ending === "csv") await page.getByRole("button", { name: "Another file" }).click();
      }
      expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
      await expect(page.locator("img[src=x]")).toHaveCount(0);
      await expect(input).toBeAttached();
    });
});

test("a file that is too long for a message to an agent is refused before it is read", async ({
  page,
  api,
}) => {
  const { slug } = await api.createAgent({ name: "Long files" });
  await page.goto(`/agents/${slug}/chat`);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await page.locator("input[type=file]").evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(11_000_000)], "long.txt", { type: "text/plain" }));
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expect(page.getByRole("alert")).toContainText(/at most 10/);
});

/** Chooses a file of so many bytes, more than a test may hand over to the browser. */
async function choose(page: Page, name: string, bytes: number): Promise<void> {
  await page.locator("input[type=file]").evaluate(
    (input: HTMLInputElement, [called, length]) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([new Uint8Array(length)], called));
      input.files = chosen.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
    [name, bytes] as const,
  );
}

test("forms take an empty file, and say of one that is too large how large it may be", async ({
  page,
  api,
  visitor,
  watch,
}) => {
  watch.allow(/Failed to load resource.*41[03]|console error: .*41[03]/);
  const field = { name: "doc", type: "file", title: "Document", required: true };
  const begin = { ...start(), config: { fields: [field] } };
  const { id } = await api.createWorkflow({
    name: "Large files",
    document: withForm(chain(begin, end({ name: "{{ inputs.doc.name }}" }))),
  });
  await api.publish(id);
  await visitor.goto(await api.triggerAddress(id, "public"));
  const send = visitor.getByRole("button", { name: "Send", exact: true });
  await expect(send).toBeVisible();
  await choose(visitor, "large.bin", 101 * 1024 * 1024);
  await send.click();
  await expect(visitor.getByText(/at most 101 MB/)).toBeVisible();
  await visitor.getByRole("button", { name: "Remove large.bin" }).click();
  await choose(visitor, "empty.txt", 0);
  await send.click();
  await expect(visitor.getByRole("button", { name: "Send another" })).toBeVisible();

  const editor = new Editor(page);
  await editor.open(id);
  await page.getByRole("button", { name: "Run", exact: true }).first().click();
  await expect(editor.runBar.form).toBeVisible();
  await choose(page, "large.bin", 101 * 1024 * 1024);
  await expect(page.getByText(/100 MB/)).toBeVisible();
  await choose(page, "empty.txt", 0);
  await expect(page.getByText("empty.txt")).toBeVisible();
});
