/** Recorded tests and evaluations of workflows. */

import type { Signal } from "@/api/calls/paging";
import { dataOf, done, http } from "@/api/http";
import type * as T from "@/api/types";

const workflow = (id: string) => ({ path: { workflow_id: id } });
const workflowTest = (id: string) => ({ path: { test_id: id } });
const evaluation = (id: string) => ({ path: { evaluation_id: id } });

export const tests = {
  list: (workflowId: string, signal?: Signal) =>
    dataOf<T.WorkflowTest[]>(() =>
      http.GET("/api/workflows/{workflow_id}/tests/", { params: workflow(workflowId), signal }),
    ),
  import: (workflowId: string, body: T.WorkflowTestFile) =>
    dataOf<T.WorkflowTest>(() =>
      http.POST("/api/workflows/{workflow_id}/tests/", { params: workflow(workflowId), body }),
    ),
  update: (id: string, body: T.WorkflowTestChanges) =>
    dataOf<T.WorkflowTest>(() =>
      http.PATCH("/api/workflow-tests/{test_id}/", { params: workflowTest(id), body }),
    ),
  remove: (id: string) =>
    done(() => http.DELETE("/api/workflow-tests/{test_id}/", { params: workflowTest(id) })),
  export: (id: string) =>
    dataOf<T.WorkflowTestFile>(() =>
      http.GET("/api/workflow-tests/{test_id}/export/", { params: workflowTest(id) }),
    ),
  /** Replays the test over the graph as it is now; the answer comes when it has ended. */
  replay: (id: string) =>
    dataOf<T.WorkflowTestResult>(() =>
      http.POST("/api/workflow-tests/{test_id}/results/", { params: workflowTest(id), body: {} }),
    ),
  results: (id: string, signal?: Signal) =>
    dataOf<T.WorkflowTestResult[]>(() =>
      http.GET("/api/workflow-tests/{test_id}/results/", { params: workflowTest(id), signal }),
    ),
};

export const evaluations = {
  list: (workflowId: string, signal?: Signal) =>
    dataOf<T.Evaluation[]>(() =>
      http.GET("/api/workflows/{workflow_id}/evaluations/", { params: workflow(workflowId), signal }),
    ),
  create: (workflowId: string, body: T.EvaluationDraft) =>
    dataOf<T.Evaluation>(() =>
      http.POST("/api/workflows/{workflow_id}/evaluations/", { params: workflow(workflowId), body }),
    ),
  update: (id: string, body: T.EvaluationDraft) =>
    dataOf<T.Evaluation>(() =>
      http.PATCH("/api/evaluations/{evaluation_id}/", { params: evaluation(id), body }),
    ),
  /** One or two versions by number; null is the graph as it is now. */
  run: (id: string, versions: (number | null)[]) =>
    dataOf<T.EvaluationRound>(() =>
      http.POST("/api/evaluations/{evaluation_id}/rounds/", { params: evaluation(id), body: { versions } }),
    ),
  rounds: (id: string, signal?: Signal) =>
    dataOf<T.EvaluationRound["summary"][]>(() =>
      http.GET("/api/evaluations/{evaluation_id}/rounds/", { params: evaluation(id), signal }),
    ),
  round: (id: string, signal?: Signal) =>
    dataOf<T.EvaluationRound>(() =>
      http.GET("/api/evaluation-rounds/{round_id}/", { params: { path: { round_id: id } }, signal }),
    ),
  /** Ends a round with the scores that it has. */
  cancelRound: (id: string) =>
    dataOf<T.EvaluationRound>(() =>
      http.POST("/api/evaluation-rounds/{round_id}/cancel/", { params: { path: { round_id: id } } }),
    ),
};
