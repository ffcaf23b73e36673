import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ToolInvocation, User } from "@/api/types";
import { CallRow } from "@/components/tool-call/call-row";
import { callOf } from "@/test/calls";
import { LINH, renderRoutes } from "@/test/render";
import { serve } from "@/test/server";

it.each<[Partial<ToolInvocation>, string[]]>([
  [{}, ["Running"]],
  [{ decision: "ask", approval: { decision: "asked" } }, ["Cancelled", "Needs approval"]],
  [{ decision: "ask", approval: { decision: "approved" } }, ["Running", "Needs approval"]],
  [{ decision: "ask", success: true }, ["Succeeded", "Needs approval"]],
  [{ decision: "mock", success: true }, ["Succeeded", "Mocked"]],
  [{ decision: "deny" }, ["Cancelled", "Not allowed"]],
  [{ decision: "invalid" }, ["Cancelled", "Invalid"]],
])("shows what was decided on %j and what came of it", async (facts, words) => {
  serve({ "GET /api/tools/types/": () => [] });
  renderRoutes([{ path: "/", element: <CallRow call={callOf(facts)} /> }], "/");
  for (const word of words) expect(await screen.findAllByText(word)).toHaveLength(1);
});

/** Open the details of a call that a rule refused. */
async function openRefused(user: User, facts: Partial<ToolInvocation> = {}) {
  serve({
    "GET /api/tools/types/": () => [],
    "GET /api/tools/policies/": () => [{ id: "rule-1" }],
  });
  const refused = callOf({
    decision: "deny",
    reason: "A rule denies it.",
    arguments: { city: "Oslo" },
    rule_id: "rule-1",
    rule_revision: 3,
    run_id: "run-1",
    can_open_run: true,
    workflow_name: "Morning news · linh",
    ...facts,
  });
  renderRoutes([{ path: "/", element: <CallRow call={refused} /> }], "/", { user });
  await userEvent.click(await screen.findByRole("button", { name: /Orders/, expanded: false }));
}

it("opens with the reason, what was sent, its run and its rule", async () => {
  await openRefused({ ...LINH, is_staff: true });
  expect(screen.getByText("A rule denies it.")).toBeTruthy();
  expect(screen.getByText(/Oslo/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open run" }).getAttribute("href")).toBe("/runs/run-1");
  const rule = await screen.findByRole("link", { name: "Open the rule; decided by revision 3" });
  expect(rule.getAttribute("href")).toContain("rule-1");
});

it("leads to no run that is not visible, and to no rule that is gone", async () => {
  await openRefused({ ...LINH, is_staff: true }, { can_open_run: false, rule_id: "rule-2" });
  expect(await screen.findByText("Deleted")).toBeTruthy();
  expect(screen.getByText("Deleted, or not visible to you")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});

it("shows rules to administrators alone", async () => {
  await openRefused(LINH);
  expect(screen.queryByText("Rule")).toBeNull();
});
