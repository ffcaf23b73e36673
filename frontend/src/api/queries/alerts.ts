/** Queries and mutations of alert rules. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";
import type { AlertRuleDraft, AlertRulePatch } from "@/api/types";

export function useAlertRules(workflow: string | null) {
  return useQuery({
    queryKey: queryKeys.alertRules(workflow),
    queryFn: ({ signal }) => api.alerts.list(workflow, signal),
  });
}

/** The list is read again after each change. */
export function useAlertRuleChanges(workflow: string | null) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queryKeys.alertRules(workflow) });
  const create = useMutation({
    mutationFn: (draft: AlertRuleDraft) => api.alerts.create(workflow, draft),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ id, ...changes }: AlertRulePatch & { id: string }) => api.alerts.update(id, changes),
    onSettled,
  });
  const remove = useMutation({ mutationFn: api.alerts.remove, onSettled });
  const test = useMutation({ mutationFn: api.alerts.test, onSettled });
  return { create, update, remove, test };
}
