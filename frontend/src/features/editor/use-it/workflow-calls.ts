/** Calls that start a run of a workflow with a token: over the API, and as an agent does over MCP. Pure. */

import type { JsonObject } from "@/api/types";
import { type Call, JSON_BODY, TOKEN } from "@/components/triggers/programs";

/** Seconds after which the answer is the run as it is then. */
const WAITS = ["Prefer", "wait=30"] as const;

/** `version`: of a published one; null runs the draft. */
export function apiCall(origin: string, workflow: string, inputs: JsonObject, version: number | null): Call {
  return {
    method: "POST",
    url: `${origin}/api/workflows/${workflow}/runs/`,
    headers: [TOKEN, JSON_BODY, WAITS],
    body: JSON.stringify(version === null ? { inputs } : { inputs, version }),
  };
}

export function mcpCall(origin: string, name: string, inputs: JsonObject): Call {
  return {
    method: "POST",
    url: `${origin}/mcp/`,
    headers: [TOKEN, JSON_BODY, ["Accept", "application/json, text/event-stream"]],
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: inputs },
    }),
  };
}
