/** Recorded tests and evaluations of workflows. */

import { server } from "@/api/cache";
import { at } from "@/api/http";

const ROUND_EVERY_MS = 1_500;

export const useTests = (workflow: string) =>
  server.useQuery("get", "/api/workflows/{workflow_id}/tests/", at({ workflow_id: workflow }));

export const useTestResults = (id: string) =>
  server.useQuery("get", "/api/workflow-tests/{test_id}/results/", at({ test_id: id }));

export const useEvaluations = (workflow: string) =>
  server.useQuery("get", "/api/workflows/{workflow_id}/evaluations/", at({ workflow_id: workflow }));

export const useEvaluationRounds = (id: string) =>
  server.useQuery("get", "/api/evaluations/{evaluation_id}/rounds/", at({ evaluation_id: id }));

/** Polled until the round has finished. */
export const useEvaluationRound = (id: string) =>
  server.useQuery("get", "/api/evaluation-rounds/{round_id}/", at({ round_id: id }), {
    refetchInterval: ({ state }) => (state.data?.summary.finished_at === null ? ROUND_EVERY_MS : false),
  });
