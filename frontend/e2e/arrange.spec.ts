/** Putting cards where they belong: into edges, in line with each other, in order. */

import { chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

/** Start → Greeting → End, and a card that hangs loose below them. */
function greeting() {
  const document = chain(start("name"), template("greet", "Greeting", "Hello {{ inputs.name }}"), end({}));
  const [loose] = chain(template("extra", "Extra", "More")).nodes;
  if (!loose) throw new Error("no node");
  return { ...document, nodes: [...document.nodes, { ...loose, position: { x: 336, y: 320 } }] };
}

test("what is dropped on an edge goes into it and makes room", async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "Drop on an edge", document: greeting() });
  const editor = new Editor(page);
  const { canvas } = editor;
  await editor.open(workflow.id);
  const paths = async () =>
    (await api.graph(workflow.id)).edges.map(({ source, target }) => `${source}>${target}`).sort();
  const before = (await api.graph(workflow.id)).nodes;

  await test.step("a card over an edge shows that it goes in, and does", async () => {
    await canvas.holdOverEdge("Extra", "start", "greet");
    await expect(canvas.edge("start", "greet")).toHaveClass(/fl-edge-target/);
    await page.mouse.up();
    await expect.poll(paths).toEqual(["extra>greet", "greet>end", "start>extra"]);
    await canvas.expectNoOverlap();
  });

  await test.step("one undo takes edges and places back", async () => {
    await page.keyboard.press("Control+z");
    await expect.poll(paths).toEqual(["greet>end", "start>greet"]);
    await editor.expectSaved();
    expect((await api.graph(workflow.id)).nodes).toEqual(before);
  });

  await test.step("an end does not go in: it would cut the chain", async () => {
    await canvas.holdOverEdge("End", "start", "greet");
    await expect(canvas.edge("start", "greet")).not.toHaveClass(/fl-edge-target/);
    await page.mouse.up();
    await page.keyboard.press("Control+z");
    expect(await paths()).toEqual(["greet>end", "start>greet"]);
  });

  await test.step("an entry of the palette goes in, too", async () => {
    await editor.palette.open();
    await canvas.showEverything();
    await editor.palette.dragToCanvas("Template", await canvas.middleOfEdge("greet", "end"));
    await expect.poll(paths).toEqual(["greet>template", "start>greet", "template>end"]);
    await canvas.expectNoOverlap();
  });
});
