/** A list is worked on step by step, while one sees what becomes of the values of the last run. */

import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

const FRUITS = [
  { name: "fig", price: 3 },
  { name: "apple", price: 1 },
  { name: "pear", price: 2 },
];

test("steps of a list show what they leave before anything runs", async ({ page, api }) => {
  const document = chain(
    start(),
    {
      key: "all",
      name: "all",
      type: "set",
      config: { assignments: [{ name: "fruits", value: JSON.stringify(FRUITS) }] },
    },
    { key: "list", name: "list", type: "list", config: { items: "{{ nodes.all.fruits }}", steps: [] } },
    end({ cheap: "{{ nodes.list.items }}" }),
  );
  const { id } = await api.createWorkflow({ name: "Fruits", document });
  const first = await api.startRun(id);
  await expect.poll(async () => (await api.run(first.id)).status).toBe("succeeded");
  const editor = new Editor(page);
  await editor.open(id);
  await editor.panel.open("list");
  const outcome = page.getByRole("region", { name: "With the last run's values" });
  await expect(outcome).toContainText("Before: 3 items");
  await expect(outcome).toContainText("After: 3 items");

  const steps = page.locator("[data-field=steps]");
  await steps.getByRole("button", { name: /^Add/ }).click();
  await steps.getByRole("textbox", { name: "Field" }).fill("price");
  await steps.getByRole("combobox", { name: "Condition" }).click();
  await page.getByRole("option", { name: "is less than" }).click();
  await steps.getByRole("textbox", { name: "Value" }).fill("3");
  await expect(outcome).toContainText("After: 2 items");
  await expect(outcome.getByText("apple").last()).toBeVisible();
  await expect(outcome.getByText("fig").last()).toBeHidden();
  await editor.expectSaved();
  const run = await editor.runBar.run();
  await expect.poll(async () => (await api.run(run)).output).toEqual({ cheap: FRUITS.slice(1) });
});
