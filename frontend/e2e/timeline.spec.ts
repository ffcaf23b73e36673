/** A run is watched on its timeline, and gone back into. */

import type { WorkflowDocument } from "../src/api/types";
import { ai, approval, chain, end, heldTool, httpTool, start } from "./documents";
import { Approvals } from "./screens/approvals";
import { RunPage } from "./screens/run-page";
import { Gate } from "./services/gate";
import { expect, test } from "./story";

const LONG = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");

test.use({ stage: "approvals" });

/** An answer with two tool calls, a node that fails twice, and a person who is asked. */
function watched(tool: Parameters<typeof heldTool>[0]): WorkflowDocument {
  const document = chain(
    start("topic"),
    ai("write", "Write", {
      tools: [heldTool(tool)],
      enabledTools: ["system:get_current_time"],
      offlineScript: [
        {
          text: "I look around. ",
          toolCalls: [{ tool: "Gate", arguments: {} }, { tool: "system:get_current_time" }],
        },
        { text: `# Found\n\n${LONG}`, delayMs: 200 },
      ],
    }),
    ai("shaky", "Shaky", { offlineScript: [{ fail: { status: 503, message: "Too busy" } }] }),
    approval("ask", "Sign-off", { title: "Publish it?" }),
    end({ text: "{{ nodes.write.result }}" }),
  );
  const policy = { attempts: 2, backoffS: 1, onError: "default" } as const;
  return {
    ...document,
    nodes: document.nodes.map((node) => (node.key === "shaky" ? { ...node, policy } : node)),
  };
}

test("a run is told by bars, leads to what is behind them, and is gone back into", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const gate = await Gate.start();
  const tool = await api.createTool(httpTool("Gate", gate.url));
  const workflow = await api.createWorkflow({ name: "Watched", document: watched(tool) });
  await api.rule("allow", "http_request", workflow.id);
  const { id } = await api.startRun(workflow.id, { topic: "buses" });
  const run = new RunPage(page);
  const row = (name: string | RegExp) => run.trace.filter({ hasText: name });
  await run.open(id);

  await test.step("bars with outcome and figures, attempts with reasons, the wait growing", async () => {
    await expect(row("Waiting for: Approval")).toHaveAttribute("data-status", "waiting");
    await expect(row(/^Gate/)).toHaveAttribute("data-status", "succeeded");
    await expect(row(/^Current time/)).toHaveAttribute("data-status", "succeeded");
    await expect(row(/^Round 2 · offline/).first()).toContainText(/ s\d+$/);
    await expect(row("Attempt 2 of 2")).toHaveCount(1);
    await expect(row(/^Attempt 1/)).toHaveAttribute("data-status", "failed");
    await expect(row(/^Attempt 1/)).toContainText("Too busy");
    await expect(run.canvas.card("Shaky")).toContainText("2/2");
    const bar = row("Waiting for: Approval").locator("td:nth-child(2) > span");
    const width = async () => (await bar.boundingBox())?.width ?? 0;
    const before = await width();
    await expect.poll(width).toBeGreaterThan(before);
  });

  await test.step("a bar leads to the call and to the card, a card to its bar", async () => {
    await row(/^Gate/).click();
    await expect(run.canvas.card("Write")).toHaveClass(/selected/);
    await expect(page.getByRole("complementary")).toContainText("GET answered 200.");
    await run.canvas.select("Sign-off");
    await expect(row(/^Sign-off/)).toHaveAttribute("aria-selected", "true");
    const timeline = page.getByRole("treegrid", { name: "Trace" });
    await timeline.press("Home");
    for (const key of ["ArrowDown", "ArrowDown", "Enter", "ArrowLeft"]) await timeline.press(key);
    await expect(run.canvas.card("Write")).toHaveClass(/selected/);
    await expect(row(/^Write/)).toHaveAttribute("aria-expanded", "false");
  });

  await test.step("the answer is at hand, and its bar tells who gave it", async () => {
    const approvals = new Approvals(page);
    await expect(approvals.card("Sign-off").getByRole("button", { name: "Approve" })).toBeInViewport();
    await approvals.decide("Sign-off", "Approve");
    await expect(row("Whole run")).toContainText("Succeeded");
    await expect(row("Waiting for: Approval")).toContainText("linh answered “Approve”");
  });

  await test.step("an earlier moment shows the card at work and the text as far as it was", async () => {
    const pieces = (await api.events(id)).filter(
      (event) => event.type === "node_text_appended" && event.payload.stream === "r2",
    );
    const middle = pieces[Math.floor(pieces.length / 2)]?.seq ?? 0;
    const slider = page.getByRole("slider", { name: "Moment of the run" });
    const text = page.getByRole("region", { name: "Model text" });
    await slider.fill(String(middle));
    await run.canvas.expectStatus("Write", "running");
    await run.canvas.expectNoStatus("End");
    await expect(text).toContainText("word1 ");
    await expect(text).not.toContainText("word59");
    await expect(run.header).toContainText("Succeeded");
    await slider.press("End");
    await run.canvas.expectStatus("End", "succeeded");
    await slider.press("Home");
    await run.canvas.expectNoStatus("Write");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await run.canvas.expectStatus("Write", "running");
    await page.getByRole("button", { name: "Back to the latest state" }).click();
    await run.canvas.expectStatus("End", "succeeded");
    await expect(text).toContainText("word59");
  });
  await test.step("the axis shows a part of the time, moves along it, and all of it again", async () => {
    const timeline = page.getByRole("treegrid", { name: "Trace" });
    const axis = timeline.getByRole("columnheader", { name: "When" });
    const bar = row("Whole run").locator("td:nth-child(2) > span");
    const place = async () => (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const whole = await place();
    await page.mouse.move(whole.x + whole.width / 2, whole.y + whole.height / 2);
    await page.keyboard.down("Control");
    for (let notch = 0; notch < 2; notch += 1) await page.mouse.wheel(0, -110);
    await page.keyboard.up("Control");
    await expect.poll(async () => (await place()).width).toBeCloseTo(whole.width * 4, -1);
    const zoomed = await place();
    expect(zoomed.x + zoomed.width / 2, "what is pointed at stays").toBeCloseTo(
      whole.x + whole.width / 2,
      -1,
    );

    await axis.hover();
    await page.mouse.down();
    await page.mouse.move(zoomed.x + 40, zoomed.y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await place()).x).not.toBeCloseTo(zoomed.x, 0);
    await timeline.press("0");
    await expect.poll(async () => (await place()).width).toBeCloseTo(whole.width, 0);
    await expect(axis.getByRole("button", { name: "Whole run" })).toBeDisabled();
    for (const key of ["+", "+", "Shift+ArrowRight", "-"]) await timeline.press(key);
    await expect.poll(async () => (await place()).width).toBeCloseTo(whole.width * 2, -1);
    await axis.getByRole("button", { name: "Whole run" }).click();
    await expect.poll(async () => (await place()).width).toBeCloseTo(whole.width, 0);
  });

  await test.step("a double click on a bar opens what it is of and fills the axis with it, and so do keys", async () => {
    const timeline = page.getByRole("treegrid", { name: "Trace" });
    const bar = row(/^Shaky/)
      .locator("td:nth-child(2) > span")
      .first();
    const track = row(/^Shaky/).locator("td:nth-child(2)");
    const part = async () =>
      ((await bar.boundingBox())?.width ?? 0) / ((await track.boundingBox())?.width ?? 1);
    await bar.dblclick();
    await expect.poll(part).toBeGreaterThan(0.5);
    await expect(run.canvas.card("Shaky")).toHaveClass(/selected/);
    await timeline.press("0");
    await expect.poll(part).toBeLessThan(0.5);
    await timeline.press("f");
    await expect.poll(part).toBeGreaterThan(0.5);
    await timeline.press("0");
  });
  await gate.stop();
});
