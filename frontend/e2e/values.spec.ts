/** Outputs are shown by kind, and every value shows its origin. */

import { ai, chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

const TEAS = [
  { name: "Sencha", price: 12, origin: "Uji" },
  { name: "Assam", price: 7, origin: "Jorhat" },
  { name: "Longjing", price: 30, origin: "Hangzhou" },
];

const set = (key: string, name: string, values: Record<string, string>) => ({
  key,
  name,
  type: "set",
  config: { assignments: Object.entries(values).map(([one, value]) => ({ name: one, value })) },
});

const DOCUMENT = chain(
  start("topic"),
  { key: "teas", name: "Teas", type: "code", config: { code: JSON.stringify(TEAS), inputs: [] } },
  set("names", "Names", { best: "{{ nodes.teas.result[2].name }}" }),
  ai("ai", "Writer", { userPrompt: "Praise {{ nodes.names.best }} for {{ inputs.topic }}." }),
  template("report", "Report", "# About {{ inputs.topic }}\n\nThe **best** one: {{ nodes.names.best }}"),
  end({
    rows: "{{ nodes.teas.result }}",
    report: "{{ nodes.report.text }}",
    praise: "{{ nodes.ai.result }}",
  }),
);

test("outputs are tables, formatted texts and files, and lead back to where they came from", async ({
  page,
  api,
}) => {
  const workflow = await api.createWorkflow({ name: "Teas", document: DOCUMENT });
  const { id } = await api.startRun(workflow.id, { topic: "green tea" });
  await expect.poll(async () => (await api.run(id)).status).toBe("succeeded");
  await page.goto(`/runs/${id}`);
  const detail = page
    .getByRole("complementary")
    .filter({ hasText: "What went in" })
    .or(page.locator("aside").last());

  await test.step("a list of objects is a table that can be sorted", async () => {
    const table = detail.getByRole("table");
    await expect(table.getByRole("row").nth(1)).toContainText("Sencha");
    await table.getByRole("button", { name: "price" }).click();
    await expect(table.getByRole("row").nth(1)).toContainText("Assam");
  });

  await test.step("a text with marks is formatted", async () => {
    await expect(detail.getByRole("heading", { name: "About green tea" })).toBeVisible();
    const field = detail.getByRole("listitem").filter({ hasText: "About green tea" });
    await field.getByRole("button", { name: "Show source" }).click();
    await expect(field).toContainText("# About green tea");
  });

  await test.step("the model's answer leads to its prompt, and from there to the list", async () => {
    await detail.getByRole("button", { name: "Where “praise” came from" }).click();
    const dialog = page.getByRole("dialog", { name: "Where this value came from" });
    await expect(dialog).toContainText("Written by the model");
    await dialog.getByRole("button", { name: "Longjing", exact: true }).click();
    await expect(dialog.getByRole("heading", { name: /Names/ })).toBeVisible();
    await expect(dialog.getByRole("heading", { name: /Teas.*result\[2\]\.name/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("so does an output in the editor", async () => {
    const editor = new Editor(page);
    await editor.open(workflow.id);
    await editor.canvas.select("Names");
    await editor.panel.show("Output");
    await editor.panel.root.getByRole("button", { name: "Where “best” came from" }).click();
    await expect(page.getByRole("dialog")).toContainText("Copied unchanged.");
  });
});

test("what is inside of the last run's values is offered with its value, by keys alone", async ({
  page,
  api,
}) => {
  const workflow = await api.createWorkflow({ name: "Nested", document: DOCUMENT });
  const { id } = await api.startRun(workflow.id, { topic: "green tea" });
  await expect.poll(async () => (await api.run(id)).status).toBe("succeeded");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const editor = new Editor(page);
    await editor.open(workflow.id);
    await editor.panel.open("report", "Report");
    const [field] = await editor.panel.editors("template");
    if (!field) throw new Error("no editor");
    await field.press("Control+End");
    const insert = editor.panel.root
      .locator("[data-field=template]")
      .getByRole("button", { name: "Insert a value" });
    await insert.focus();
    await page.keyboard.press("Enter");
    const list = page.getByRole("dialog", { name: "Insert a value" });
    const row = list.getByRole("button", { name: "result[0].origin text Uji" });
    await expect(row).toBeVisible();
    const box = await list.boundingBox();
    expect(box && [box.x >= 0, box.x + box.width <= width]).toEqual([true, true]);
    await page.keyboard.type("result origin");
    await expect(list.getByRole("button")).toHaveCount(1);
    await page.keyboard.press("ArrowDown");
    await expect(row).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
    await editor.expectSaved();
  }
  const { nodes } = await api.graph(workflow.id);
  const written = String(nodes.find(({ key }) => key === "report")?.config.template);
  expect(written.split("{{ nodes.teas.result[0].origin }}")).toHaveLength(3);
});

test("a value of megabytes does not freeze the screen", async ({ page, api }) => {
  const code = '{"text": "word " * 150000, "rows": [{"id": i, "text": "row"} for i in range(2000)]}';
  const document = chain(
    start("topic"),
    { key: "big", name: "Big", type: "code", config: { code, inputs: [] } },
    end({ text: "{{ nodes.big.result.text }}", rows: "{{ nodes.big.result.rows }}" }),
  );
  const workflow = await api.createWorkflow({ name: "Big", document });
  const { id } = await api.startRun(workflow.id, { topic: "x" });
  await expect.poll(async () => (await api.run(id)).status).not.toBe("running");
  await page.goto(`/runs/${id}`);
  await expect(page.getByText(/Rows 1–50 of 2,000/)).toBeVisible();
  await page.getByRole("button", { name: "Next rows" }).click();
  await expect(page.getByText(/Rows 51–100 of 2,000/)).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).first().click();
  await expect(page.getByRole("note")).toContainText("The first 20,000 of");
});

test("what a text comes to follows the run that ends beside its field", async ({ page, api }) => {
  const { id } = await api.createWorkflow({
    name: "Beside a run",
    document: chain(
      start(),
      template("greeting", "Greeting", "Hello looms"),
      template("louder", "Louder", "{{ nodes.greeting.text }}!"),
    ),
  });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.panel.open("louder", "Louder");
  const none = page.getByText("No value yet for nodes.greeting.text.");
  await expect(none).toBeVisible();
  await editor.runBar.run();
  await editor.runBar.expectStatus("Succeeded");
  await expect(none).toBeHidden();
  await expect(editor.panel.root.getByText("Hello looms!")).toBeVisible();
});
