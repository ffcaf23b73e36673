/** A table: made, filled from a spreadsheet, written by a public form, read by an agent. */

import { chain, end, type NodeSpec, start } from "./documents";
import { expect, test } from "./story";

const GUESTS = "Ann\tann@example.com\t2\nBen\tben@example.com\t1\nEve\teve@example.com\t3";

/** A node that calls one function of a table's tool. */
const tableCall = (tool: string, name: string, called: string, values: Record<string, string>): NodeSpec => ({
  key: called,
  name: called,
  type: "tool",
  config: {
    tool: { id: "t1", type: "data-table", name, enabled: true, toolConfig: tool, function: called },
    arguments: values,
  },
});

test("a table is pasted into, written by a form and read by an agent", { tag: "@smoke" }, async ({
  page,
  api,
  visitor,
}) => {
  const dialog = page.getByRole("dialog");
  const grid = page.getByRole("grid", { name: "Guests" });
  const cell = (text: string) => grid.getByRole("gridcell", { name: text, exact: true });

  await test.step("it is made with columns of three types", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Tables" }).click();
    await page.getByRole("button", { name: "New table" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Guests");
    await dialog.getByRole("button", { name: "Create" }).click();
    for (const [name, type] of [
      ["Email", "Text"],
      ["Seats", "Number"],
    ]) {
      await page.getByRole("button", { name: "Add column" }).click();
      await dialog.getByRole("textbox", { name: "Name" }).fill(name ?? "");
      await expect(dialog.getByRole("textbox", { name: "Key" })).toHaveValue(name?.toLowerCase() ?? "");
      await dialog.getByRole("combobox", { name: "Type" }).click();
      await page.getByRole("option", { name: type, exact: true }).click();
      if (name === "Email") await dialog.getByRole("switch", { name: "Identifies rows" }).check();
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog).toBeHidden();
    }
  });

  await test.step("three rows are pasted, and a cell is changed and taken back", async () => {
    await grid.focus();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, GUESTS);
    await expect(cell("ann@example.com")).toBeVisible();
    await expect(page.getByText("3 rows")).toBeVisible();
    await cell("Ben").click();
    await page.keyboard.type("Bob");
    await page.keyboard.press("Enter");
    await expect(cell("Bob")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(cell("Ben")).toBeVisible();
  });

  const tool = await test.step("it becomes a tool", async () => {
    await page.getByRole("button", { name: "Use in workflows" }).click();
    await expect(page).toHaveURL(/\/tools\?tool=/);
    await expect(page.getByRole("switch", { name: /Upsert/ })).toBeVisible();
    return new URL(page.url()).searchParams.get("tool") ?? "";
  });

  await test.step("a visitor's form adds a row", async () => {
    const values = { name: "{{ inputs.name }}", email: "{{ inputs.email }}", seats: "{{ inputs.seats }}" };
    const save = tableCall(tool, "Guests", "insert", values);
    const document = chain(
      start("name", "email", "seats"),
      save,
      end({ row: "{{ nodes.insert.data.row.id }}" }),
    );
    const [beside] = chain({ key: "public", name: "Public form", type: "form_trigger", config: {} }).nodes;
    const nodes = beside ? [...document.nodes, { ...beside, position: { x: -400, y: 120 } }] : [];
    const { id } = await api.createWorkflow({ name: "Sign up", document: { ...document, nodes } });
    await api.publish(id);
    await visitor.goto(await api.triggerAddress(id, "public"));
    await visitor.getByRole("textbox", { name: "name" }).fill("Flo");
    await visitor.getByRole("textbox", { name: "email" }).fill("flo@example.com");
    await visitor.getByRole("textbox", { name: "seats" }).fill("5");
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => api.runCount(id)).toBe(1);
    await expect.poll(async () => (await api.lastRun(id)).status).toBe("succeeded");
    await page.goto("/tables");
    await page.getByRole("link", { name: "Guests" }).click();
    await expect(cell("flo@example.com")).toBeVisible();
    await expect(page.getByText("4 rows")).toBeVisible();
  });

  await test.step("an agent finds it", async () => {
    const query = `mcp:${tool}:query`;
    const asked = { where: [{ column: "seats", operator: "greater_than", value: 4 }] };
    const { slug } = await api.createAgent({
      name: "Host",
      model: {
        offline_script: [{ toolCalls: [{ tool: query, arguments: asked }] }, { text: "Flo comes." }],
      },
      tool_ids_inventory: [query],
    });
    await page.goto(`/agents/${slug}/chat`);
    await page.getByRole("textbox", { name: "Message" }).fill("Who brings many?");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Flo comes.")).toBeVisible();
    const calls = await page.request.get("/api/tools/invocations/");
    const [last] = (await calls.json()).results;
    expect(last.result.data.rows).toMatchObject([{ name: "Flo", seats: 5 }]);
  });
});
