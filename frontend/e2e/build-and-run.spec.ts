/** Building on the canvas and watching the result run. */

import { ai, chain, end, heldTool, httpTool, start } from "./documents";
import { record } from "./recorder";
import { Editor } from "./screens/editor";
import { RunPage } from "./screens/run-page";
import { WorkflowListScreen } from "./screens/workflow-list";
import { Gate } from "./services/gate";
import { expect, test } from "./story";

const COUNT_LETTERS = 'def main(args):\n    return {"letters": len("warp and weft")}';

test("a node is dragged in, connected, told what to do, given two tools, and run", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const list = new WorkflowListScreen(page);
  await list.open();
  await list.startFrom("Research and notify");
  const editor = new Editor(page);
  const { canvas, panel } = editor;
  let runId = "";
  await editor.expectOpen("Research and notify");

  await test.step("drag an AI node from the palette and connect it by its ports", async () => {
    await editor.palette.open();
    await canvas.showEverything();
    await editor.palette.dragToCanvas("AI", { x: 420, y: 140 });
    await expect(canvas.card("AI")).toBeVisible();
    await canvas.connect("Research", "AI");
    await expect(canvas.edge("Research", "AI")).toBeAttached();
  });

  await test.step("write a prompt with a variable of the node before", async () => {
    await canvas.select("AI");
    await panel.prompt.pressSequentially("How long is this? ");
    await panel.pickVariable("Research", "result");
    await expect(panel.prompt).toContainText("Research › result");
  });

  await test.step("add a built-in tool, and make another one in place", async () => {
    await panel.show("Tools");
    await panel.addTool("Current time");
    await panel.root.getByRole("radio", { name: "Error branch" }).check();
    await expect(canvas.card("AI")).toContainText("Error");
    await panel.root.getByRole("radio", { name: "Stop" }).check();
    await expect(canvas.card("AI")).not.toContainText("Error");
    await panel.addCustomTool({
      name: "Letter counter",
      description: "Counts the letters of the product's motto.",
      script: COUNT_LETTERS,
    });
    await expect(panel.root.getByRole("switch", { name: "Offer Letter counter to the model" })).toBeChecked();
    await expect(canvas.card("AI")).toContainText("Letter counter");
  });

  await test.step("everything is saved by itself", async () => {
    await editor.expectSaved();
    const graph = await api.graph(editor.workflowId);
    expect(graph.nodes.find(({ key }) => key === "ai")?.config).toMatchObject({
      userPrompt: "How long is this? {{ nodes.research.result }}",
      enabledTools: ["system:get_current_time"],
      tools: [{ type: "custom", name: "Letter counter", enabled: true }],
    });
    expect(graph.edges).toContainEqual(expect.objectContaining({ source: "research", target: "ai" }));
  });

  await test.step("run: the node lights up, its text grows, each call shows arguments and result", async () => {
    await panel.show("Output");
    const states = await record(page, "states", {
      selector: ".react-flow__node[data-id=ai] [data-status]",
      attribute: "data-status",
    });
    const texts = await record(page, "texts", { selector: "aside p[data-growing]" });
    runId = await editor.runBar.run();
    await editor.runBar.expectStatus("Succeeded");

    expect((await states()).filter((state) => state !== "queued")).toEqual(["running", "succeeded"]);
    const growth = (await texts()).filter((text, at, all) => at > 0 && text.startsWith(all[at - 1] ?? text));
    expect(growth.length, "the text came in pieces").toBeGreaterThan(1);

    const clock = await panel.toolCalls.open("Current time");
    await expect(clock).toContainText("Arguments");
    await expect(clock).toContainText("weekday");
    const counter = await panel.toolCalls.open("Letter counter");
    await expect(counter.getByRole("heading", { name: "Arguments" })).toBeVisible();
    await expect(counter.getByRole("heading", { name: "Result" })).toBeVisible();
    await expect(counter).toContainText(/letters:?\s*13/);
  });

  await test.step("what the screen says is what was stored", async () => {
    const stored = await api.nodeRun(runId, "ai");
    expect(stored.inputs.userPrompt).toMatch(/^How long is this\? This answer comes from the offline model/);
    await expect(panel.modelTexts.last()).toHaveText(String(stored.output?.result), { useInnerText: false });
    expect(stored.output?.toolCalls).toHaveLength(2);
  });
});

test("edits are undone and done again, and cards are copied", async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "Copies", template: "research-and-notify" });
  const editor = new Editor(page);
  const { canvas } = editor;
  await editor.open(workflow.id);

  await canvas.select("Message");
  await canvas.press("Delete");
  await expect(canvas.card("Message")).toBeHidden();
  await canvas.press("Control+z");
  await expect(canvas.card("Message")).toBeVisible();
  await expect(canvas.edge("Message", "Notify Feishu")).toBeAttached();
  await canvas.press("Control+Shift+z");
  await expect(canvas.card("Message")).toBeHidden();
  await canvas.tools.getByRole("button", { name: "Undo" }).click();
  await expect(canvas.card("Message")).toBeVisible();

  await canvas.select("Message");
  await canvas.press("Control+c");
  await canvas.press("Control+v");
  await expect(canvas.cards).toHaveCount(6);
  await editor.expectSaved();
  const graph = await api.graph(workflow.id);
  const templates = graph.nodes.filter(({ type }) => type === "template");
  expect(templates).toHaveLength(2);
  expect(templates[1]?.config).toEqual(templates[0]?.config);
  expect(graph.edges).toHaveLength(4);
});

test("opening a node to look at it changes nothing", async ({ page, api }) => {
  const workflow = await api.createWorkflow({ name: "Only looking", template: "research-and-notify" });
  const before = await api.graph(workflow.id);
  const editor = new Editor(page);
  await editor.open(workflow.id);
  for (const name of ["Topic", "Research", "Message", "End"]) {
    await editor.canvas.showEverything();
    await editor.canvas.select(name);
    await expect(editor.panel.of(name)).toBeVisible();
    await editor.panel.show("Settings");
  }
  await editor.panel.show("Output");
  await expect(editor.canvas.tools.getByRole("button", { name: "Undo" })).toBeDisabled();
  expect(await api.graph(workflow.id)).toEqual(before);
});

test("the list of problems names a missing prompt and leads to it", async ({ page, api }) => {
  const workflow = await api.createWorkflow({
    name: "No prompt",
    document: chain(start(), ai("ask", "Ask", { userPrompt: "" }), end({ answer: "{{ nodes.ask.result }}" })),
  });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  await editor.dock.openProblems();
  await editor.dock.problem(/Ask.*Enter a prompt/).click();
  await expect(editor.panel.of("Ask")).toBeVisible();
  await expect(editor.panel.prompt).toBeFocused();

  await page.keyboard.type("What is weft?");
  await editor.expectSaved();
  await expect(editor.dock.root).toContainText("No problems");
  await editor.runBar.expectReady();
});

test("a refresh in the middle of a run loses nothing", async ({ page, context, api }) => {
  const gate = await Gate.start();
  gate.close();
  const tool = await api.createTool(httpTool("Gate", gate.url));
  const long = Array.from({ length: 150 }, (_, at) => `word${at}`).join(" ");
  const workflow = await api.createWorkflow({
    name: "Looked away",
    document: chain(
      start(),
      ai("slow", "Slow", {
        tools: [heldTool(tool)],
        offlineScript: [
          { text: "First I knock. ", toolCalls: [{ tool: "Gate", arguments: {} }] },
          { text: long },
        ],
      }),
      end({ answer: "{{ nodes.slow.result }}" }),
    ),
  });
  const editor = new Editor(page);
  await editor.open(workflow.id);
  const runId = await editor.runBar.run();

  await test.step("while a tool is being called", async () => {
    const gateCall = editor.dock.trace.filter({ hasText: "Gate" });
    await expect(gateCall).toHaveAttribute("data-status", "running");
    const names = editor.dock.trace.locator("td:first-child");
    const before = await names.allTextContents();
    await page.reload();
    await editor.runBar.expectStatus("Running");
    await expect(names).toHaveText(before);
  });

  await test.step("while the model writes", async () => {
    gate.open();
    await expect(editor.dock.root).toContainText("word3 ");
    await page.reload();
    await editor.runBar.expectStatus("Succeeded");
  });

  const events = await api.events(runId);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  const streamed = events
    .flatMap((event) => (event.type === "node_text_appended" ? [event.payload] : []))
    .filter(({ stream }) => stream === "r2")
    .map(({ text }) => text)
    .join("");
  expect(streamed).toBe(long);
  expect((await api.nodeRun(runId, "slow")).output?.result).toBe(long);

  await test.step("the text is whole, the trace is that of the run's own page, the tool was called once", async () => {
    await editor.canvas.select("Slow");
    await editor.panel.show("Output");
    await expect(editor.panel.modelTexts).toHaveText(["First I knock. ", long]);
    const run = await context.newPage();
    await run.goto(`/runs/${runId}`);
    const recorded = new RunPage(run).trace;
    await expect(recorded.last()).toContainText("End");
    // Events and rows are written by two clocks: a node that takes no time differs by a few milliseconds.
    const coarse = (rows: string[]) => rows.map((row) => row.replace(/(?<!\d)\d ms/, "few ms"));
    await expect
      .poll(async () => coarse(await editor.dock.trace.allTextContents()))
      .toEqual(coarse(await recorded.allTextContents()));
    expect(gate.calls).toBe(1);
  });
  await gate.stop();
});
