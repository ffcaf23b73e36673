import type { Run } from "@/api/types";

/** An open run, as the server answers; `own` is the part relevant to the test. */
export function runOf(own: Partial<Run>): Run {
  return {
    id: "r1",
    workflow: { id: "w1", name: "Talk" },
    version: { id: "v1", number: null, content_hash: "abc" },
    kind: "run",
    mode: "live",
    target_node: null,
    trigger: "manual",
    forked_from: null,
    status: "running",
    error: null,
    usage: { input_tokens: 0, output_tokens: 0 },
    created_by: null,
    created_at: "2026-03-10T12:00:00Z",
    started_at: "2026-03-10T12:00:00Z",
    finished_at: null,
    duration_ms: null,
    nothing_ran: false,
    inputs: {},
    output: null,
    last_seq: 0,
    document: { nodes: [], edges: [] },
    node_runs: [],
    ...own,
  };
}
