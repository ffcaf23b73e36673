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

test("look", async ({ page, api }) => {
  const gate = await Gate.start();
  const tool = await api.createTool(httpTool("Gate", gate.url));
  const workflow = await api.createWorkflow({ name: "Watched", document: watched(tool) });
  const { id } = await api.startRun(workflow.id, { topic: "buses" });
  const run = new RunPage(page);
  await run.open(id);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.waitForTimeout(2500);
  await page.screenshot({ path: "/tmp/trace-1.png" });
  await new Approvals(page).card("Sign-off").waitFor();
  await page.screenshot({ path: "/tmp/trace-2.png" });
  await new Approvals(page).decide("Sign-off", "Approve");
  await expect(run.header).toContainText("Succeeded");
  await page.screenshot({ path: "/tmp/trace-3.png" });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.waitForTimeout(300);
  await page.screenshot({ path: "/tmp/trace-4.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForTimeout(300);
  await page.screenshot({ path: "/tmp/trace-5.png", fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/workflows/${workflow.id}`);
  await page.evaluate(
    ([w, r]) => sessionStorage.setItem(`flowloom-shown-run:${w}`, r ?? ""),
    [workflow.id, id],
  );
  await page.reload();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: "/tmp/trace-6.png" });
  await gate.stop();
});
