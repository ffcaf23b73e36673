import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { ToolInvocation } from "@/api/types";
import { CallRow } from "@/features/tools/call-row";
import { renderRoutes } from "@/test/render";
import { serve } from "@/test/server";

const CALL: ToolInvocation = {
  id: "1",
  at: "2026-03-10T12:00:00Z",
  username: "linh",
  run_id: null,
  workflow_id: null,
  node_key: "",
  origin: "node",
  mode: "live",
  stage: "call",
  tool_id: "inline:http-request",
  function: "http_request",
  call_id: "c1",
  executor: "HttpRequest",
  title: "Orders",
  arguments: {},
  decision: "allow",
  rule_id: "",
  rule_revision: null,
  approval: null,
  untrusted: false,
  reason: "",
  success: null,
  code: null,
  message: "",
  result: null,
  duration_ms: null,
  attempts: 0,
  finished_at: null,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each<[Partial<ToolInvocation>, string[]]>([
  [{}, ["Running"]],
  [{ decision: "ask", approval: { decision: "asked" } }, ["Cancelled", "Needs approval"]],
  [{ decision: "ask", approval: { decision: "approved" } }, ["Running", "Needs approval"]],
  [{ decision: "ask", success: true }, ["Succeeded", "Needs approval"]],
  [{ decision: "mock", success: true }, ["Succeeded", "Mocked"]],
  [{ decision: "deny" }, ["Cancelled", "Not allowed"]],
  [{ decision: "invalid" }, ["Cancelled", "Invalid"]],
])("shows what was decided on %j and what came of it", async (facts, words) => {
  serve({ "GET /api/tools/configs/": () => [], "GET /api/tools/types/": () => [] });
  renderRoutes([{ path: "/", element: <CallRow call={{ ...CALL, ...facts }} /> }], "/");
  for (const word of words) expect(await screen.findAllByText(word)).toHaveLength(1);
});
