/** Hands that are quicker than the product. */

import { copied } from "./copied";
import { chain, end, start } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("a double click on Run starts one run and leaves it alone, and so do keys", async ({ page, api }) => {
  const delay = { key: "wait", name: "Wait", type: "delay", config: { seconds: 3 } };
  const { id } = await api.createWorkflow({
    name: "Quick",
    document: chain(start(), delay, end({ a: "1" })),
  });
  const editor = new Editor(page);
  await editor.open(id);
  const starts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST")
      starts.push(new URL(request.url()).pathname.replace(/[0-9a-f-]{36}/, "id"));
  });
  const box = await page.getByRole("button", { name: "Run", exact: true }).first().boundingBox();
  if (!box) throw new Error("no Run");
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.click(at.x, at.y);
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  // The second half of the double click, as slow as a hand may be.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await editor.runBar.expectStatus("Succeeded");
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Workflow name" }).fill("Quick and renamed");
  await page.keyboard.press("Enter");
  await editor.runBar.expectStatus("Succeeded");
  await expect(page.getByRole("textbox", { name: "Workflow name" })).toHaveValue("Quick and renamed");
  expect(starts.filter((path) => path.endsWith("/runs/"))).toHaveLength(2);
  expect(starts.filter((path) => path.includes("cancel"))).toEqual([]);
});

test("a double click on the first step of an empty canvas adds one, and leaves it selected", async ({
  page,
  api,
}) => {
  const { id } = await api.createWorkflow({ name: "Twice", document: { nodes: [], edges: [] } });
  const editor = new Editor(page);
  await page.goto(`/workflows/${id}`);
  await page.getByRole("button", { name: "Add an AI step" }).dblclick();
  await expect(editor.canvas.card("AI")).toHaveClass(/selected/);
  await expect(editor.panel.of("AI")).toBeVisible();
  await expect(editor.canvas.cards).toHaveCount(2);
});

test("a press of a button is not lost while its icon changes under the pointer", async ({ page, api }) => {
  const { id } = await api.createWorkflow({ name: "Pressed long", document: chain(start("topic"), end({})) });
  const editor = new Editor(page);
  await editor.open(id);
  await editor.canvas.card("Start").click();
  await editor.panel.of("Start").getByRole("button", { name: "Use it from outside" }).click();
  const button = page.getByRole("dialog").getByRole("region", { name: "API" }).locator("pre + button");
  expect(await copied(button)).toContain("curl");
  // Pressed while it still says that the text was copied, and let go after that.
  await expect(button).toHaveAccessibleName("Copied");
  await page.mouse.down();
  await expect(button).toHaveAccessibleName("Copy");
  await page.mouse.up();
  await expect(button).toHaveAccessibleName("Copied");
});
