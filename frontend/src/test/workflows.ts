import type { WorkflowSummary } from "@/api/types";

export function workflowSummary(changes: Partial<WorkflowSummary> = {}): WorkflowSummary {
  return {
    id: "w1",
    slug: "orders",
    name: "Orders",
    description: "",
    revision: 1,
    owner: { id: 1, username: "linh" },
    role: "owner",
    taken_up: true,
    node_count: 3,
    settings: {},
    folder: "",
    tags: [],
    is_favourite: false,
    created_at: "2026-03-10T12:00:00Z",
    updated_at: "2026-03-10T12:00:00Z",
    last_run: null,
    published_version: null,
    unpublished_changes: false,
    offered_over_mcp: false,
    picture: null,
    ...changes,
  };
}
