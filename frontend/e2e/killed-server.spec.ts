/** A power cut in the middle of a run: what was answered is not asked for again, and nobody has to start anything. */

import { ai, chain, end, heldTool, httpTool, start, template } from "./documents";
import { Editor } from "./screens/editor";
import { RunPage } from "./screens/run-page";
import { Gate } from "./services/gate";
import { expect, test } from "./story";

test("a killed server that is started again finishes the run", { tag: "@smoke" }, async ({
  page,
  context,
  api,
  product,
  watch,
}) => {
  // The page tries to come back while nobody is there.
  watch.allow(
    /WebSocket connection to/,
    /ERR_CONNECTION_REFUSED/,
    /ERR_CONNECTION_RESET/,
    /ERR_EMPTY_RESPONSE/,
    /ERR_CONTENT_LENGTH_MISMATCH/,
  );
  const gate = await Gate.start();
  const tool = await api.createTool(httpTool("Gate", gate.url));
  const answer = "The gate was open, and I went through.";
  const workflow = await api.createWorkflow({
    name: "Power cut",
    document: chain(
      start("place"),
      template("question", "Question", "What is behind the {{ inputs.place }}?"),
      ai("look", "Look", {
        userPrompt: "{{ nodes.question.text }}",
        tools: [heldTool(tool)],
        offlineScript: [
          { text: "I knock. ", toolCalls: [{ tool: "Gate", arguments: {} }] },
          { text: answer, delayMs: 4000 },
        ],
      }),
      template("note", "Note", "Found: {{ nodes.look.result }}"),
      end({ note: "{{ nodes.note.text }}" }),
    ),
  });

  const editor = new Editor(page);
  await editor.open(workflow.id);
  await editor.canvas.select("Look");
  await editor.panel.show("Output");
  const runId = await editor.runBar.run();
  await expect(editor.panel.toolCalls.head("Gate")).toHaveAccessibleName(/^Succeeded/);
  await product.kill("SIGKILL");
  await expect(editor.runBar.status).toContainText("Reconnecting");

  await product.up();
  await test.step("the page that was left open shows the end", async () => {
    await editor.runBar.expectStatus("Succeeded");
    await editor.canvas.expectStatus("End", "succeeded");
    await expect(editor.panel.modelTexts).toHaveText(["I knock. ", answer]);
    await expect(editor.panel.toolCalls.head("Gate")).toHaveCount(1);
  });

  await test.step("so does the page after a refresh, and the run's own page", async () => {
    await page.reload();
    await editor.runBar.expectStatus("Succeeded");
    const run = new RunPage(await context.newPage());
    await run.open(runId);
    await expect(run.header).toContainText("Succeeded");
    await expect(run.trace.last()).toContainText("End");
    await expect(editor.dock.trace).toHaveText(await run.trace.allTextContents());
  });

  await test.step("the tool was called once, and the first reply was paid for once", async () => {
    expect(gate.calls).toBe(1);
    const stored = await api.run(runId);
    expect(stored).toMatchObject({ status: "succeeded", output: { note: `Found: ${answer}` } });
    expect(stored.node_runs).toHaveLength(5);
    const rounds = (await api.events(runId)).flatMap((event) =>
      event.type === "model_call_finished" ? [event.payload.round] : [],
    );
    expect(rounds).toEqual([1, 2]);
    expect(await api.runCount(workflow.id)).toBe(1);
  });
  await gate.stop();
});
