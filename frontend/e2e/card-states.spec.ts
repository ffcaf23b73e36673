/** Card states besides settings: folded, bypassed, pinned; at rest and after runs. */

import type { NodeDoc } from "../src/api/types";
import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

test("folded groups, bypassed nodes and pins say what a run does with them", async ({ page, api }) => {
  const { nodes, edges } = chain(
    { ...start(), config: { fields: [] } },
    template("first", "First", "one"),
    template("second", "Second", "two"),
    template("passed", "Passed by", "never"),
    template("fixed", "Fixed", "computed"),
    end({ answer: "{{ nodes.fixed.text }}" }),
  );
  const group = chain({ key: "pair", name: "Pair", type: "group", config: { collapsed: true } }).nodes;
  const states: Record<string, Partial<NodeDoc>> = {
    first: { parent: "pair", position: { x: 24, y: 64 } },
    second: { parent: "pair", position: { x: 360, y: 64 } },
    passed: { bypass: true },
    fixed: { pinned_output: { text: "pinned" } },
  };
  const workflow = await api.createWorkflow({
    name: "States",
    document: {
      nodes: [
        ...group.map((node) => ({ ...node, position: { x: 336, y: 120 } })),
        ...nodes.map((node) => ({ ...node, ...states[node.key] })),
      ],
      edges,
    },
  });
  const editor = new Editor(page);
  const { canvas, panel } = editor;
  await editor.open(workflow.id);
  const pin = canvas.card("Fixed").locator("[data-pin]");

  await test.step("a folded group keeps its ports and says how many nodes are inside", async () => {
    await expect(canvas.card("Pair").getByRole("img", { name: "2 nodes inside" })).toBeVisible();
    await expect(canvas.edge("Start", "First")).toBeAttached();
    await expect(canvas.edge("Second", "Passed by")).toBeAttached();
    await expect(canvas.card("Pair").locator(".react-flow__handle.target")).toBeVisible();
    await expect(canvas.card("Pair").locator(".react-flow__handle.source")).toBeVisible();
  });

  await test.step("a group has nothing to debug", async () => {
    await canvas.card("Pair").locator(".fl-card-name").click();
    await expect(panel.of("Pair")).toBeVisible();
    await expect(panel.root.getByRole("tab")).toHaveCount(0);
  });

  await test.step("a live run runs what is pinned, and passes by what is bypassed", async () => {
    await expect(canvas.card("Passed by")).toContainText("Bypassed");
    await expect(pin).toHaveAttribute("title", /Test runs use it .* Live runs run this node/);
    await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");
    expect((await api.lastRun(workflow.id)).output).toEqual({ answer: "computed" });
    await canvas.expectStatus("Pair", "succeeded");
    await expect(canvas.card("Passed by")).toContainText("Bypassed");
    await expect(pin).toHaveAttribute("title", /did not use/);
    for (const ends of ["Start to First", "Second to Passed by", "Passed by to Fixed"]) {
      await expect(page.getByRole("group", { name: ends }).locator("[data-run]")).toHaveAttribute(
        "data-run",
        "carried",
      );
    }
  });

  await test.step("a test run uses the pin", async () => {
    await canvas.press("t");
    await editor.runBar.run();
    await expect(pin).toHaveAttribute("title", "This run used the pinned output.");
    expect((await api.lastRun(workflow.id)).output).toEqual({ answer: "pinned" });
  });

  await test.step("the panel says it too, and takes it off", async () => {
    await canvas.select("Fixed");
    await expect(panel.root).toContainText("Live runs, published ones too, run this node.");
    await panel.root.getByRole("button", { name: "Unpin" }).click();
    await expect(pin).toBeHidden();
    await canvas.press("t");
  });
});
