/** Cached reads of tests and evaluations of workflows. */

import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryKeys } from "@/api/query-keys";

const ROUND_EVERY_MS = 1_500;

export function useTests(workflowId: string) {
  return useQuery({
    queryKey: queryKeys.tests(workflowId),
    queryFn: ({ signal }) => api.tests.list(workflowId, signal),
  });
}

export function useTestResults(id: string) {
  return useQuery({
    queryKey: queryKeys.testResults(id),
    queryFn: ({ signal }) => api.tests.results(id, signal),
  });
}

export function useEvaluations(workflowId: string) {
  return useQuery({
    queryKey: queryKeys.evaluations(workflowId),
    queryFn: ({ signal }) => api.evaluations.list(workflowId, signal),
  });
}

export function useEvaluationRounds(id: string) {
  return useQuery({
    queryKey: queryKeys.evaluationRounds(id),
    queryFn: ({ signal }) => api.evaluations.rounds(id, signal),
  });
}

/** Polls while the round is running. */
export function useEvaluationRound(id: string) {
  return useQuery({
    queryKey: queryKeys.evaluationRound(id),
    queryFn: ({ signal }) => api.evaluations.round(id, signal),
    refetchInterval: ({ state }) => (state.data?.summary.finished_at === null ? ROUND_EVERY_MS : false),
  });
}
