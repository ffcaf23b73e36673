/** Containers: nodes are put into them, run in passes, and every pass can be looked at. */

import type { NodeDoc } from "../src/api/types";
import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { RunPage } from "./screens/run-page";
import { expect, test } from "./story";

/** A frame is wider than a card. */
const apart = (node: NodeDoc): NodeDoc => ({
  ...node,
  position: { ...node.position, x: node.position.x * 1.5 },
});

test("a list is gone through, and each pass is shown on the canvas", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const document = chain(
    { ...start(), config: { fields: [] } },
    {
      key: "each",
      name: "Each name",
      type: "iteration",
      config: { items: '["Ada", "Grace", "Linh"]', output: "{{ nodes.greet.text }}" },
    },
    end({ greetings: "{{ nodes.each.results }}" }),
  );
  const outside = chain(template("greet", "Greeting", "Hello {{ nodes.each.item }}")).nodes.map((node) => ({
    ...node,
    position: { x: 420, y: 620 },
  }));
  const workflow = await api.createWorkflow({
    name: "Greet everybody",
    document: { ...document, nodes: [...document.nodes.map(apart), ...outside] },
  });
  const editor = new Editor(page);
  const { canvas } = editor;
  await editor.open(workflow.id);

  await test.step("a card that is dropped in the frame lies in it", async () => {
    await canvas.dragOnto("Greeting", "Each name");
    await editor.expectSaved();
    const { nodes } = await api.graph(workflow.id);
    expect(nodes.find(({ key }) => key === "greet")?.parent).toBe("each");
  });

  await test.step("it runs once for each item", async () => {
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await canvas.expectStatus("Each name", "succeeded");
    expect((await api.lastRun(workflow.id)).output).toEqual({
      greetings: ["Hello Ada", "Hello Grace", "Hello Linh"],
    });
    await expect(canvas.card("Each name")).toContainText("3 / 3");
  });

  await test.step("another pass is one click away, also in the stored run", async () => {
    await canvas.card("Each name").getByRole("button", { name: "Previous pass" }).click();
    await canvas.select("Greeting");
    await editor.panel.show("Output");
    await expect(editor.panel.root).toContainText("Hello Grace");

    await canvas.card("Each name").getByRole("button", { name: "2 / 3" }).click();
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");
    await expect(editor.panel.root).toContainText("Hello Ada");

    const run = new RunPage(page);
    await run.open((await api.lastRun(workflow.id)).id);
    await run.trace.filter({ hasText: "#1" }).click();
    await expect(run.canvas.card("Each name")).toContainText("1 / 3");
    await expect(page.getByRole("complementary")).toContainText("Hello Ada");
  });

  await test.step("a folded frame hides what lies in it, and opens again", async () => {
    await editor.open(workflow.id);
    await canvas.card("Each name").getByRole("button", { name: "Collapse Each name" }).click();
    await expect(canvas.card("Greeting")).toBeHidden();
    await canvas.card("Each name").getByRole("button", { name: "Expand Each name" }).click();
    await expect(canvas.card("Greeting")).toBeVisible();
  });

  await test.step("what is taken out of the frame is outside again, and undone it is not", async () => {
    await canvas.dragBy("Greeting", { x: 0, y: 320 });
    await editor.expectSaved();
    const parentNow = async () =>
      (await api.graph(workflow.id)).nodes.find(({ key }) => key === "greet")?.parent;
    expect(await parentNow()).toBeNull();
    await page.keyboard.press("Control+z");
    await editor.expectSaved();
    await expect.poll(parentNow).toBe("each");
  });
});

test("a retry goes on at the item that failed, and shows what it has taken over", async ({ page, api }) => {
  const document = chain(
    { ...start(), config: { fields: [] } },
    { key: "each", name: "Each number", type: "iteration", config: { items: "[4, 2, 0]" } },
    end({ shares: "{{ nodes.each.results }}" }),
  );
  const inside = chain(template("share", "Share", "{{ 8 | divided_by: nodes.each.item }}")).nodes;
  const workflow = await api.createWorkflow({
    name: "Share out",
    document: {
      ...document,
      nodes: [...document.nodes.map(apart), ...inside.map((node) => ({ ...node, parent: "each" }))],
    },
  });
  const { id } = await api.startRun(workflow.id, {});
  const run = new RunPage(page);
  await run.open(id);
  await expect(run.header).toContainText("Failed");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/runs/") && !url.pathname.includes(id));
  await expect(run.canvas.card("Each number")).toContainText("3 / 3");
  await expect(run.trace.filter({ has: page.getByText("#3", { exact: true }) })).toHaveCount(1);
  await expect(run.trace.filter({ hasText: "#1" })).toHaveCount(0);

  await run.canvas.select("Share");
  const detail = page.getByRole("complementary");
  for (const share of ["4", "2"]) {
    await run.canvas.card("Each number").getByRole("button", { name: "Previous pass" }).click();
    await expect(detail).toContainText(`text${share}`);
    await expect(detail).toContainText("reused from an earlier run");
  }
});
