/** The conditions of a query are rows of fields: column, comparison and value, which may refer to an input. */

import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("a node finds rows by conditions that are filled in without JSON", async ({ page, api }) => {
  const columns = [
    { key: "email", name: "Email" },
    { key: "city", name: "City" },
  ];
  const table = await api.createTable("Visitors", columns, [
    { email: "ann@example.com", city: "Lyon" },
    { email: "ben@example.com", city: "Ghent" },
    { email: "eve@example.org", city: "Ghent" },
  ]);
  const tool = await api.createTool({
    type: "data-table",
    name: "Guest list",
    description: "Who is invited.",
    enabled: true,
    config: { table, functions: ["query"] },
  });
  const config = {
    tool: {
      id: "t1",
      type: "data-table",
      name: "Guest list",
      enabled: true,
      toolConfig: tool.id,
      function: "query",
    },
    arguments: {},
  };
  const graph = chain(
    start("city"),
    { key: "find", name: "Find", type: "tool", config },
    end({ rows: "{{ nodes.find.data.rows }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Who comes", document: graph });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.panel.open("find", "Find");
  const rows = editor.panel.root.locator("[data-field=where]").getByRole("listitem");
  const add = editor.panel.root.locator("[data-field=where]").getByRole("button", { name: "Add" });
  const fill = async (number: number, column: string, operator: string, value: string) => {
    await add.click();
    const row = rows.nth(number);
    for (const [field, option] of [
      ["Column", column],
      ["Condition", operator],
    ] as const) {
      await row.getByRole("combobox", { name: field }).click();
      await page.getByRole("option", { name: option, exact: true }).click();
    }
    await row.getByRole("textbox", { name: "Value" }).click();
    await page.keyboard.type(value);
    await page.keyboard.press("Escape");
  };
  await fill(0, "Email", "contains", "example.com");
  await fill(1, "City", "is", "{{ inputs.city }}");
  await editor.expectSaved();
  const run = await api.startRun(id, { city: "Ghent" });
  await expect.poll(async () => (await api.run(run.id)).status).toBe("succeeded");
  const found = (await api.run(run.id)).output as { rows: unknown };
  expect(found.rows).toMatchObject([{ email: "ben@example.com" }]);
});
