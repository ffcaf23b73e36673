/** A run is watched on its timeline. */

import type { WorkflowDocument } from "../src/api/types";
import { ai, approval, chain, end, heldTool, httpTool, start } from "./documents";
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

test("a run is told by bars, which lead to what is behind them", async ({ page, api }) => {
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

  await test.step("a bar leads to the call and to the card", async () => {
    await row(/^Gate/).click();
    await expect(run.canvas.card("Write")).toHaveClass(/selected/);
    await expect(page.getByRole("complementary")).toContainText("GET answered 200.");
  });
  await gate.stop();
});
