/** Runs, and what waits for a person in them. */

import { type PageFilter, paged, type Signal } from "@/api/calls/paging";
import { dataOf, http } from "@/api/http";
import type * as T from "@/api/types";

export type RunFilter = PageFilter<"run_list">;
export type ApprovalFilter = { status?: "open" | "done"; run?: string; cursor?: string | null };

const run = (id: string) => ({ path: { run_id: id } });

export const runs = {
  /** `timezone`: where the viewer's days begin. */
  overview: (timezone: string, signal?: Signal) =>
    dataOf<T.Overview>(() => http.GET("/api/overview/", { params: { query: { timezone } }, signal })),
  list: (query: RunFilter = {}, signal?: Signal) =>
    dataOf<T.ResultPage<T.RunSummary>>(() => http.GET("/api/runs/", { params: paged(query), signal })),
  get: (id: string, signal?: Signal) =>
    dataOf<T.Run>(() => http.GET("/api/runs/{run_id}/", { params: run(id), signal })),
  node: (id: string, key: string, scope: string, signal?: Signal) =>
    dataOf<T.NodeRun>(() =>
      http.GET("/api/runs/{run_id}/nodes/{node_key}/", {
        params: { path: { run_id: id, node_key: key }, query: { scope } },
        signal,
      }),
    ),
  /** The events behind a number, in order, at most a page of them. */
  events: async (id: string, query: { after: number; limit: number }, signal?: Signal) => {
    const page = await dataOf<{ results: T.RunEvent[] }>(() =>
      http.GET("/api/runs/{run_id}/events/", { params: { ...run(id), query }, signal }),
    );
    return page.results;
  },
  /** Prompts that a node sent to its model. */
  prompt: (id: string, key: string, signal?: Signal) =>
    dataOf<T.SentPrompt>(() =>
      http.GET("/api/runs/{run_id}/nodes/{node_key}/prompt/", {
        params: { path: { run_id: id, node_key: key } },
        signal,
      }),
    ),
  /** Keep what the run heard, so that it can be replayed without network. */
  saveAsTest: (id: string, name: string) =>
    dataOf<T.WorkflowTest>(() => http.POST("/api/runs/{run_id}/test/", { params: run(id), body: { name } })),
  /** Run failed nodes again, adopting successful results. The same key returns the same run. */
  retry: (id: string, idempotencyKey: string) =>
    dataOf<T.Run>(() =>
      http.POST("/api/runs/{run_id}/retry/", {
        params: { ...run(id), header: { "Idempotency-Key": idempotencyKey } },
      }),
    ),
  /** Run again from one node on, adopting earlier results. */
  fork: (id: string, body: T.RunFork) =>
    dataOf<T.Run>(() => http.POST("/api/runs/{run_id}/fork/", { params: run(id), body })),
  /** `scope`: the pass of a container to look into; empty outside. */
  compare: (id: string, other: string, scope: string, signal?: Signal) =>
    dataOf<T.RunComparison>(() =>
      http.GET("/api/runs/{run_id}/compare/", {
        params: { ...run(id), query: { with: other, scope } },
        signal,
      }),
    ),
  /** One difference of two runs, whole. */
  comparedValue: (id: string, query: T.ComparedValueQuery, signal?: Signal) =>
    dataOf<T.OutputChange>(() =>
      http.GET("/api/runs/{run_id}/compare/value/", { params: { ...run(id), query }, signal }),
    ),
  /** Pin what a node gave to the node of the graph. */
  pin: (id: string, key: string, scope: string) =>
    dataOf<{ revision: number }>(() =>
      http.POST("/api/runs/{run_id}/nodes/{node_key}/pin/", {
        params: { path: { run_id: id, node_key: key } },
        body: scope === "" ? {} : { scope },
      }),
    ),
  explain: (id: string, signal?: Signal) =>
    dataOf<T.Explanation[]>(() => http.GET("/api/runs/{run_id}/explain/", { params: run(id), signal })),
  /** Effects of the run up to its end. */
  receipt: (id: string, signal?: Signal) =>
    dataOf<T.Receipt>(() => http.GET("/api/runs/{run_id}/receipt/", { params: run(id), signal })),
  cancel: (id: string) =>
    dataOf<T.RunSummary>(() => http.POST("/api/runs/{run_id}/cancel/", { params: run(id) })),
};

export const approvals = {
  list: (query: ApprovalFilter = {}, signal?: Signal) =>
    dataOf<T.ResultPage<T.Approval>>(() => http.GET("/api/approvals/", { params: paged(query), signal })),
  answer: (id: number, body: T.ApprovalAnswer) =>
    dataOf<T.Approval>(() =>
      http.POST("/api/approvals/{wait_id}/answer/", { params: { path: { wait_id: id } }, body }),
    ),
};
