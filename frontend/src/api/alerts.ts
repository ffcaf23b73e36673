/** Alert rules, which notify people when runs fail: runs of one workflow, or with null of all. */

import { server } from "@/api/cache";
import { at } from "@/api/http";

/** Address and path of the rules. Both addresses have the same operations; the types are those of the first. */
export function alertRulesAt(workflow: string | null) {
  const path = "/api/alert-rules/";
  if (workflow === null) return { path, init: {} } as const;
  const below = "/api/workflows/{workflow_id}/alert-rules/" as unknown as typeof path;
  return { path: below, init: at({ workflow_id: workflow }) as object };
}

export function useAlertRules(workflow: string | null) {
  const { path, init } = alertRulesAt(workflow);
  return server.useQuery("get", path, init);
}
