/** Putting cards where they belong: into edges, in line with each other, in order. */

import { ai, chain, end, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { expect, test } from "./story";

/** Start → Greeting → End, and a card that hangs loose below them. */
function greeting() {
  const document = chain(start("name"), template("greet", "Greeting", "Hello {{ inputs.name }}"), end({}));
  const [loose] = chain(template("extra", "Extra", "More")).nodes;
  if (!loose) throw new Error("no node");
  return { ...document, nodes: [...document.nodes, { ...loose, position: { x: 336, y: 320 } }] };
}

test("eight nodes in a row are in view when they are opened", async ({ page, api }) => {
  const names = Array.from({ length: 6 }, (_, at) => `Step ${at + 1}`);
  const document = chain(start(), ...names.map((name, at) => template(`n${at}`, name, "Hello")), end({}));
  const { id } = await api.createWorkflow({ name: "Eight", document });
  const editor = new Editor(page);
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await editor.open(id);
    for (const name of ["Start", ...names, "End"]) await editor.canvas.expectFree(name);
  }
});

test("what is opened can be read, and stays in view when the dock opens", async ({ page, api }) => {
  await page.setViewportSize({ width: 1440, height: 720 });
  const names = Array.from({ length: 12 }, (_, at) => `Step ${at + 1}`);
  const long = chain(start("name"), ...names.map((name, at) => template(`n${at}`, name, "Hello")), end({}));
  const days = ["Monday", "Tuesday", "Friday"];
  const triggers = chain(
    ...days.map((name) => ({ key: name.toLowerCase(), name, type: "schedule", config: {} })),
  );
  const docked = triggers.nodes.map((node, at) => ({ ...node, position: { x: -320, y: 120 + at * 120 } }));
  const editor = new Editor(page);
  const { canvas } = editor;

  await test.step("a long graph begins with its triggers and its start, and has a map", async () => {
    const document = { ...long, nodes: [...long.nodes, ...docked] };
    await editor.open((await api.createWorkflow({ name: "Long", document })).id);
    expect(await canvas.zoom()).toBe(0.8);
    for (const name of [...days, "Start", "Step 1"]) await canvas.expectFree(name);
    await expect(canvas.map).toBeVisible();
  });

  await test.step("a short graph is seen whole, with the dock as without", async () => {
    await editor.open((await api.createWorkflow({ name: "Short", document: greeting() })).id);
    const all = ["Start", "Greeting", "End", "Extra"];
    for (const name of all) await canvas.expectFree(name);
    await expect(canvas.map).toBeHidden();
    await page.getByRole("button", { name: "Output", exact: true }).click();
    await expect(editor.dock.root).toBeVisible();
    for (const name of all) await expect(() => canvas.expectFree(name)).toPass();
    expect(await canvas.zoom()).toBeGreaterThanOrEqual(0.8);
  });

  await test.step("what was far away and has been tidied is seen whole, and can be read", async () => {
    const { nodes, edges } = greeting();
    const far = nodes.map((node) => ({ ...node, position: { ...node.position, x: node.position.x * 9 } }));
    await editor.open((await api.createWorkflow({ name: "Far", document: { nodes: far, edges } })).id);
    await canvas.press("l");
    await expect.poll(() => canvas.zoom()).toBeGreaterThanOrEqual(0.8);
    for (const name of ["Start", "Greeting", "End", "Extra"])
      await expect(() => canvas.expectFree(name)).toPass();
  });
});

test("edges end in the middle of ports, on every kind of card and at every zoom", async ({ page, api }) => {
  const begin = chain(start("name"), ai("think", "Think", {}), {
    key: "choose",
    name: "Choose",
    type: "condition",
    config: {},
    out: "true",
  });
  const others = chain(
    { key: "repeat", name: "Repeat", type: "loop", config: {} },
    { key: "group", name: "Group", type: "group", config: { collapsed: true } },
    template("hidden", "Hidden", "Hello"),
    end({}),
  ).nodes.map((node) => ({ ...node, position: { x: node.position.x + 500, y: 500 } }));
  const edges = [
    ["choose", "true", "repeat"],
    ["choose", "false", "hidden"],
    ["repeat", "out", "end"],
    ["hidden", "out", "end"],
  ].map(([source = "", source_port = "", target = ""]) => ({
    id: `${source}-${target}`,
    source,
    source_port,
    target,
    target_port: "in",
  }));
  const nodes = others.map((node) => (node.key === "hidden" ? { ...node, parent: "group" } : node));
  const document = { nodes: [...begin.nodes, ...nodes], edges: [...begin.edges, ...edges] };
  const editor = new Editor(page);
  const { canvas } = editor;
  await editor.open((await api.createWorkflow({ name: "Edges", document })).id);
  for (const name of ["Zoom in", "Fit to view"]) {
    await canvas.tools.getByRole("button", { name }).click();
    await expect.poll(async () => (await canvas.gapsAtPorts()).length).toBe(6);
    await expect.poll(async () => (await canvas.gapsAtPorts()).filter(([, gap]) => gap > 1)).toEqual([]);
  }
});

test("what is dropped on an edge goes into it and makes room", async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "Drop on an edge", document: greeting() });
  const editor = new Editor(page);
  const { canvas } = editor;
  await editor.open(workflow.id);
  const paths = async () =>
    (await api.graph(workflow.id)).edges.map(({ source, target }) => `${source}>${target}`).sort();
  const before = (await api.graph(workflow.id)).nodes;

  await test.step("a card over an edge shows that it goes in, and does", async () => {
    await canvas.holdOverEdge("Extra", "Start", "Greeting");
    await expect(canvas.edge("Start", "Greeting")).toHaveClass(/fl-edge-target/);
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
    await canvas.holdOverEdge("End", "Start", "Greeting");
    await expect(canvas.edge("Start", "Greeting")).not.toHaveClass(/fl-edge-target/);
    await page.mouse.up();
    await page.keyboard.press("Control+z");
    expect(await paths()).toEqual(["greet>end", "start>greet"]);
  });

  await test.step("an entry of the palette goes in, too", async () => {
    await editor.palette.open();
    await canvas.showEverything();
    await editor.palette.dragToCanvas("Template", await canvas.middleOfEdge("Greeting", "End"));
    await expect.poll(paths).toEqual(["greet>template", "start>greet", "template>end"]);
    await canvas.expectNoOverlap();
  });
});

test("several selected nodes are lined up, set and extracted together", async ({ page, api }) => {
  const workflow = await api.createWorkflow({
    name: "Letters",
    document: chain(
      start("name"),
      ai("think", "Think", { userPrompt: "About {{ inputs.name }}" }),
      template("greet", "Greeting", "Dear {{ inputs.name }}: {{ nodes.think.result }}"),
      template("sign", "Signature", "{{ nodes.greet.text }} – yours"),
      ai("check", "Check", { userPrompt: "{{ nodes.sign.text }}" }),
      end({ letter: "{{ nodes.sign.text }}", check: "{{ nodes.check.result }}" }),
    ),
  });
  const editor = new Editor(page);
  const { canvas } = editor;
  await editor.open(workflow.id);
  await canvas.showEverything();
  const places = async () =>
    Object.fromEntries((await api.graph(workflow.id)).nodes.map(({ key, position }) => [key, position]));
  const output = async () => {
    const id = await editor.runBar.run();
    await expect.poll(async () => (await api.run(id)).status).toBe("succeeded");
    return (await api.run(id)).output;
  };
  const before = await output();

  await test.step("align and undo", async () => {
    const bar = await canvas.selectSeveral("Greeting", "Signature");
    await bar.getByRole("button", { name: "Align and distribute" }).click();
    await page.getByRole("menuitem", { name: "Align left" }).click();
    await expect.poll(async () => (await places()).sign?.x).toBe((await places()).greet?.x);
    await canvas.expectNoOverlap();
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await places()).sign?.x).not.toBe((await places()).greet?.x);
  });

  await test.step("a setting that both have is written into both, as one step", async () => {
    const bar = await canvas.selectSeveral("Think", "Check");
    await bar.getByRole("button", { name: "Edit shared settings…" }).click();
    const form = page.getByRole("dialog", { name: "Settings of 2 nodes" });
    await expect(form).toContainText("They differ in: Prompt.");
    await form.getByRole("button", { name: "Advanced" }).click();
    await form.getByRole("textbox", { name: "Temperature" }).fill("0.3");
    await form.getByRole("button", { name: "Save" }).click();
    const temperatures = async () =>
      (await api.graph(workflow.id)).nodes.flatMap(({ type, config }) =>
        type === "process" ? [config.temperature] : [],
      );
    await expect.poll(temperatures).toEqual([0.3, 0.3]);
    await page.keyboard.press("Control+z");
    await expect.poll(temperatures).not.toContain(0.3);
  });

  await test.step("what cannot be a workflow says why", async () => {
    const bar = await canvas.selectSeveral("Think", "Signature");
    await bar.getByRole("button", { name: "Extract into a workflow…" }).click();
    await expect(page.getByRole("dialog")).toContainText("“Greeting” is between the selected nodes.");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("two nodes become a workflow, which runs with the same output", async () => {
    const bar = await canvas.selectSeveral("Greeting", "Signature");
    await bar.getByRole("button", { name: "Extract into a workflow…" }).click();
    const dialog = page.getByRole("dialog", { name: "Extract into a workflow" });
    await expect(dialog.getByRole("region", { name: "Inputs" })).toContainText("think_result");
    await expect(dialog.getByRole("region", { name: "Outputs" })).toContainText("sign_text");
    await dialog.getByRole("textbox", { name: "Name of the new workflow" }).fill("Write a letter");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(canvas.card("Write a letter")).toBeVisible();
    await expect(canvas.card("Greeting")).toHaveCount(0);
    await editor.expectSaved();
    expect(await output()).toEqual(before);
  });

  await test.step("one undo brings the nodes back; the new workflow stays", async () => {
    await page.keyboard.press("Control+z");
    await expect(canvas.card("Greeting")).toBeVisible();
    await expect(canvas.card("Write a letter")).toHaveCount(0);
    await editor.expectSaved();
    expect(await output()).toEqual(before);
  });
});
