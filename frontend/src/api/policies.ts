/** Permission rules: the matrix of roles and tools, and the reasons of decisions. */

import { server } from "@/api/cache";
import type { QueryOf } from "@/api/types";

export type ExplanationsQuery = QueryOf<"tool_policies_explanations">;

export const usePermissionMatrix = () => server.useQuery("get", "/api/tools/policies/matrix/");

/** Null asks nothing yet. */
export const useExplanations = (query: ExplanationsQuery | null) =>
  server.useQuery(
    "get",
    "/api/tools/policies/explanations/",
    { params: { query: query ?? {} } },
    { enabled: query !== null, retry: false },
  );

export const useToolPolicies = () => server.useQuery("get", "/api/tools/policies/");

/** The page that opens a rule. */
export const ruleAddress = (id: string) =>
  `/settings/permissions?${new URLSearchParams({ tab: "rules", rule: id })}`;

/** Names of all workflows, not only of one's own. */
export const useRuleWorkflows = () => server.useQuery("get", "/api/tools/policies/workflows/");
