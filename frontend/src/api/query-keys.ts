/** Names of the cached answers; `queries.ts` reads under them, mutations refresh them. */

import type { ApprovalFilter, InvocationFilter, RunFilter } from "@/api/client";
import type { CodeCheck } from "@/api/types";

export const queryKeys = {
  session: ["session"],
  nodeTypes: ["node-types"],
  toolTypes: ["tool-types"],
  codeCheck: (check: CodeCheck) => ["code-check", check],
  toolConfigs: ["tool-configs"],
  toolHealth: (id: string) => ["invocations", "health", id],
  toolUses: (id: string) => ["tool-configs", id, "uses"],
  toolFunctions: (id: string) => ["tool-configs", id, "functions"],
  toolSessions: ["tool-sessions"],
  invocations: (filter: Omit<InvocationFilter, "cursor">) => ["invocations", filter],
  allInvocations: ["invocations"],
  providers: ["providers"],
  providerPresets: ["provider-presets"],
  credentials: ["credentials"],
  credentialUses: (id: string) => ["credentials", id, "uses"],
  tokens: ["tokens"],
  templates: ["workflow-templates"],
  allWorkflows: ["workflows"],
  workflows: (search: string) => ["workflows", { search }],
  workflowChoices: ["workflows", "choices"],
  workflow: (id: string) => ["workflow", id],
  graph: (id: string) => ["workflow", id, "graph"],
  versions: (id: string) => ["workflow", id, "versions"],
  allRuns: ["runs"],
  runs: (filter: Omit<RunFilter, "cursor">) => ["runs", filter],
  allApprovals: ["approvals"],
  approvals: (filter: Omit<ApprovalFilter, "cursor">) => ["approvals", filter],
  comparison: (id: string, other: string, scope: string) => ["run", id, "comparison", other, scope],
  explanation: (id: string) => ["run", id, "explanation"],
  run: (id: string) => ["run", id],
  nodeRun: (runId: string, key: string, scope: string) => ["run", runId, "node", key, scope],
} as const;
